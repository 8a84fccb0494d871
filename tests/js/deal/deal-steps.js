// Steps of deals for tests.

import * as answers from "../../../static/js/deal/answers.js";

export const cardStep = (name, answers = {}) => ({
  kind: "card",
  card: name,
  asksLeader: false,
  canDouble: true,
  isDoubled: false,
  taker: null,
  holder: null,
  leader: null,
  ...answers,
});
export const countStep = (...counts) => ({
  kind: "count",
  counted: "diamonds",
  total: 13,
  counts: counts.length ? counts : [null, null, null, null],
});
export const enterCounts = (state, ...counts) => counts.reduce(answers.enterCount, state);
