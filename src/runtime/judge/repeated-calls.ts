import type { AnyTool, PermissionDecision, ToolResult, ToolSession } from "../../contract/index.js";
import { canonicalJson, textFingerprint } from "../values/index.js";

/** A call that ran. */
export interface PastCall {
  readonly key: string;
  /** Kept as it is and compared only with that of an equal call. */
  readonly content: ToolResult["content"];
}

/** Enough to see A, A and A, B, A. */
const KEPT_CALLS = 3;

/** What the sessions did last, oldest first; apart, so that tools cannot reach it. */
const pastCalls = new WeakMap<ToolSession, PastCall[]>();

interface KeyedCall {
  readonly tool: AnyTool;
  readonly input: unknown;
  readonly session: ToolSession;
}

/** Remembers a call that ran, with what came of it. */
export function rememberCall({ tool, input, session }: KeyedCall, { content }: ToolResult): void {
  const past = pastCalls.get(session) ?? [];
  past.push({ key: callKey(tool, input), content });
  if (past.length > KEPT_CALLS) past.shift();
  pastCalls.set(session, past);
}

/** What a session did last: for a run that judges its calls by what was before it, whenever it comes to judge them. */
export function pastCallsOf(session: ToolSession): readonly PastCall[] {
  return [...(pastCalls.get(session) ?? [])];
}

/** Begins anew: somebody looked at the repetition and let it go on. */
export function forgetCalls(session: ToolSession): void {
  pastCalls.delete(session);
}

/**
 * An ask for a call that goes round in circles: the same tool and input for the third time in a row, or two calls in turn
 * for the second time (A, B, A, B).
 *
 * Only calls that ended before the batch count, so calls of one batch do not see each other. The results must have been the same as well: who
 * polls a job or undoes one change after the other sees something new.
 */
export function repetitionAsk(
  { tool, input, session }: KeyedCall,
  past: readonly PastCall[] = pastCalls.get(session) ?? [],
): PermissionDecision | undefined {
  if (past.length < 2) return undefined;
  const [last, before, first] = [...past].reverse();
  if (last === undefined || before === undefined) return undefined;
  // Cheaper than to compare: most calls differ from both.
  const key = callKey(tool, input);
  if (key !== before.key) return undefined;
  const inARow = key === last.key && sameOutcome(last, before);
  const inTurn = key !== last.key && first?.key === last.key && sameOutcome(last, first);
  if (!inARow && !inTurn) return undefined;
  const what = inARow ? "the same call for the third time in a row" : "the same two calls in turn again";
  return {
    verdict: "ask",
    source: "repetition",
    reason: `This may be a doom-loop: '${tool.name}' is ${what}, and nothing new came of it.`,
  };
}

function sameOutcome(one: PastCall, other: PastCall): boolean {
  return canonicalJson(one.content) === canonicalJson(other.content);
}

function callKey({ name }: AnyTool, input: unknown): string {
  return `${name} ${textFingerprint(canonicalJson(input))}`;
}
