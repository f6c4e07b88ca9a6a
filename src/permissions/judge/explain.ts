import type { PermissionDecision } from "../../contract/index.js";
import type { PermissionRequest, SessionRules } from "../rules/index.js";
import { explainDecision } from "./explain-decision.js";
import { type JudgedAspect, type JudgeOptions, judgeInDetail } from "./judge.js";

/** Why a call is allowed, asked about or denied. Plain JSON. */
export interface Explanation {
  readonly decision: PermissionDecision;
  /** What was decided about each command, path and host of the call; empty where one rule decided about all of it. */
  readonly aspects: readonly JudgedAspect[];
  /** All of it in words, one line for the decision and one for each aspect. */
  readonly text: string;
}

/**
 * Explains what `judge` would decide about a call: every command, path and host with the rule or default that decided.
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

/** A decision and what it was made of, one line for each. */
export function explanationText(decision: PermissionDecision, aspects: readonly JudgedAspect[]): string {
  const lines = aspects.map(
    (aspect) => `- ${aspect.type} ${aspect.subject}: ${explainDecision(aspect.decision)}`,
  );
  return [explainDecision(decision), ...lines].join("\n");
}
