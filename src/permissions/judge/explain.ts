import type { PermissionDecision } from "../../contract/index.js";
import type { PermissionRequest, SessionRules } from "../rules/index.js";
import { explainDecision } from "./explain-decision.js";
import { type JudgedAspect, type JudgeOptions, judgeInDetail } from "./judge.js";

/** The reason why a call is allowed, asked about or denied. Plain JSON. */
export interface Explanation {
  readonly decision: PermissionDecision;
  /** The decision about each command, path and host of the call; empty if one rule decided about the whole call. */
  readonly aspects: readonly JudgedAspect[];
  /** The explanation as text: one line for the decision and one for each aspect. */
  readonly text: string;
}

/**
 * Explains the decision of `judge` about a call: every command, path and host with the rule or default that applied.
 *
 * @example
 * const readCommand = await loadCommandReader();
 * console.log(explain(request, rules, { readCommand }).text);
 */
export function explain(
  request: PermissionRequest,
  rules: SessionRules,
  options: JudgeOptions = {},
): Explanation {
  const { decision, aspects } = judgeInDetail(request, rules, options);
  return { decision, aspects, text: explanationText(decision, aspects) };
}

/** Formats a decision and its aspects, one line for each. */
export function explanationText(decision: PermissionDecision, aspects: readonly JudgedAspect[]): string {
  const lines = aspects.map(
    (aspect) => `- ${aspect.type} ${aspect.subject}: ${explainDecision(aspect.decision)}`,
  );
  return [explainDecision(decision), ...lines].join("\n");
}
