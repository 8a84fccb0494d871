// A tap that counted is felt, where the phone can.

import { isOn } from "./chosen.js";

const MILLISECONDS = 10;

export function tick() {
  if ("vibrate" in navigator && isOn("tick")) navigator.vibrate(MILLISECONDS);
}
