/** Whether two sets of house rules give the same answers. An option that only one of them names is a difference. @param {Record<string, unknown>} rules @param {Record<string, unknown>} otherRules */
export const haveSameAnswers = (rules, otherRules) => Object.keys({ ...rules, ...otherRules }).every((option) => JSON.stringify(rules[option]) === JSON.stringify(otherRules[option]));
