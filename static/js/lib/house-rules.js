/**
 * The options that two sets of house rules answer differently, or that only one of them names.
 * @param {Record<string, unknown>} rules
 * @param {Record<string, unknown>} otherRules
 */
export const differingOptions = (rules, otherRules) =>
  Object.keys({ ...rules, ...otherRules }).filter(
    (option) => JSON.stringify(rules[option]) !== JSON.stringify(otherRules[option]),
  );
