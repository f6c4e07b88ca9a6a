import type { AnyTool, PermissionDecision, ToolResult, ToolSession } from "../../contract/index.js";
import { textFingerprint } from "../../text/index.js";
import { canonicalJson } from "../values/index.js";

/** A call that ran. */
export interface PastCall {
  readonly key: string;
  /** Kept unchanged and compared only with the content of an equal call. */
  readonly content: ToolResult["content"];
}

/** Number of calls needed to detect A, A and A, B, A. */
const KEPT_CALLS = 3;

/** The last calls of sessions, oldest first; stored separately so that tools cannot reach them. */
const pastCalls = new WeakMap<ToolSession, PastCall[]>();

interface KeyedCall {
  readonly tool: AnyTool;
  readonly input: unknown;
  readonly session: ToolSession;
}

/** Remembers a call that ran, with its result. */
export function rememberCall({ tool, input, session }: KeyedCall, { content }: ToolResult): void {
  const past = pastCalls.get(session) ?? [];
  past.push({ key: callKey(tool, input), content });
  if (past.length > KEPT_CALLS) past.shift();
  pastCalls.set(session, past);
}

/** Returns the last calls of a session, for a run that judges its calls by the calls before it. */
export function pastCallsOf(session: ToolSession): readonly PastCall[] {
  return [...(pastCalls.get(session) ?? [])];
}

/** Forgets the calls of a session: the approver saw the repetition and allowed it. */
export function forgetCalls(session: ToolSession): void {
  pastCalls.delete(session);
}

/**
 * Returns an ask for a repeated call: the same tool and input for the third time in a row, or two alternating calls
 * for the second time (A, B, A, B).
 *
 * Only calls that ended before the batch count, so calls of one batch do not affect each other. The results must also
 * have been the same: a call that polls a job or undoes one change after the other returns something new.
 */
export function repetitionAsk(
  { tool, input, session }: KeyedCall,
  past: readonly PastCall[] = pastCalls.get(session) ?? [],
): PermissionDecision | undefined {
  if (past.length < 2) return undefined;
  const [last, before, first] = [...past].reverse();
  if (last === undefined || before === undefined) return undefined;
  // A fast comparison first: most calls differ from both.
  const key = callKey(tool, input);
  if (key !== before.key) return undefined;
  const inARow = key === last.key && sameOutcome(last, before);
  const inTurn = key !== last.key && first?.key === last.key && sameOutcome(last, first);
  if (!inARow && !inTurn) return undefined;
  const what = inARow ? "the same call for the third time in a row" : "one of two alternating calls again";
  return {
    verdict: "ask",
    source: "repetition",
    reason: `This may be a doom-loop: '${tool.name}' is ${what}, and the results were the same.`,
  };
}

function sameOutcome(one: PastCall, other: PastCall): boolean {
  return canonicalJson(one.content) === canonicalJson(other.content);
}

function callKey({ name }: AnyTool, input: unknown): string {
  return `${name} ${textFingerprint(canonicalJson(input))}`;
}
