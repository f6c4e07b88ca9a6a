import type { PermissionDecision } from "../../contract/index.js";
import type { ReadFacts, SessionRules } from "../rules/index.js";
import type { Candidate } from "./judge-aspect.js";

/**
 * Returns an ask for a call that may touch paths that its tool does not declare: always if a rule restricts paths, otherwise
 * unless a rule names the tool.
 */
export function mayTouchOthers(
  { unknownPaths }: ReadFacts,
  call: {
    readonly candidates: readonly Candidate[];
    readonly decided: PermissionDecision;
    readonly rules: SessionRules;
  },
): PermissionDecision | undefined {
  if (unknownPaths === undefined) return undefined;
  const reason = `Which paths the call touches is not known: ${unknownPaths}.`;
  const restricting = call.candidates.find(
    ({ compiled: { rule } }) => rule.verdict !== "allow" && rule.path !== undefined,
  );
  if (restricting !== undefined) {
    return { verdict: "ask", source: restricting.source, rule: restricting.compiled.rule, reason };
  }
  const { tool } = call.decided.rule ?? {};
  const isNamed = tool !== undefined && !/^\*+$/.test(tool);
  if (isNamed || call.rules.boundaries === "allow") return undefined;
  return { verdict: "ask", source: "boundary", reason };
}
