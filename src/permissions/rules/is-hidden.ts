import { compileRule } from "./compiled-rule.js";
import { isToolAvailable } from "./is-tool-available.js";
import type { RuleSet, ToolIdentity } from "./rule-set.js";

/**
 * Whether a tool is not even listed: the mode leaves it out, or a rule denies it by name or kind whatever it touches.
 */
export function isHidden(tool: ToolIdentity, ruleSet: RuleSet): boolean {
  if (!isToolAvailable(tool, ruleSet.mode)) return true;
  return ruleSet.rules.some((rule) => {
    const compiled = compileRule(rule);
    return rule.verdict === "deny" && compiled.general && compiled.matchesTool(tool);
  });
}
