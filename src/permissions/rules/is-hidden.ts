import { compileRule, isFinalDeny } from "./compiled-rule.js";
import { isToolAvailable } from "./is-tool-available.js";
import type { RuleSet, ToolIdentity } from "./rule-set.js";

/**
 * Returns whether a tool is not listed: the mode excludes it, or a rule without conditions denies it by name or kind.
 */
export function isHidden(tool: ToolIdentity, ruleSet: RuleSet): boolean {
  if (!isToolAvailable(tool, ruleSet.mode)) return true;
  return ruleSet.rules.some((rule) => {
    const compiled = compileRule(rule);
    return isFinalDeny(rule) && compiled.general && compiled.matchesTool(tool);
  });
}
