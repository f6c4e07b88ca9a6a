import { requireCodexAnswer } from "./codex-answer.js";
import type { ConfiguredHook } from "./configured-hook.js";
import type { HookEventName } from "./hook-event.js";
import { answerOf, refusalOf, textOf } from "./read-answer.js";
import type { HookOutcome } from "./run-command.js";

/** The answer of one hook to an event of a conversation. */
export interface LifecycleFields {
  readonly blocked?: string | undefined;
  readonly stopped?: string | undefined;
  readonly context?: string | undefined;
}

/** Events that a hook can block. */
const BLOCKABLE: ReadonlySet<HookEventName> = new Set(["UserPromptSubmit", "Stop", "SubagentStop"]);

/** Events whose hooks may print context as text, in Claude Code and Codex. */
const WITH_TEXT: ReadonlySet<HookEventName> = new Set(["UserPromptSubmit", "SessionStart"]);

const NO_REASON = "The hook states no reason.";

/** Reads the answer of a hook to an event of a conversation. Throws an error for an answer that is not one. */
export function readLifecycleAnswer(
  outcome: HookOutcome,
  { event, dialect: { owner } }: Pick<ConfiguredHook, "event" | "dialect">,
): LifecycleFields {
  const isBlockable = BLOCKABLE.has(event);
  const refusal = isBlockable ? refusalOf(outcome, owner) : undefined;
  if (refusal !== undefined) return { blocked: refusal || NO_REASON };
  const { answer, specific } = answerOf(outcome, owner);
  const { stdout } = outcome;
  const isText = WITH_TEXT.has(event) && owner !== "gemini-cli" && !stdout.startsWith("{");
  const isBlocked = answer.decision === "block" || (owner === "gemini-cli" && answer.decision === "deny");
  // Gemini CLI ignores it at the start of a session, and every program at the end.
  const isStopped =
    answer.continue === false &&
    event !== "SessionEnd" &&
    (event !== "SessionStart" || owner !== "gemini-cli");
  // A refusal counts even in an answer that Codex does not permit.
  if (owner === "codex" && !(isBlocked && isBlockable) && !isStopped) requireCodexAnswer(answer, event);
  return {
    blocked: isBlocked && isBlockable ? (textOf(answer.reason) ?? NO_REASON) : undefined,
    stopped: isStopped ? (textOf(answer.stopReason ?? answer.reason) ?? NO_REASON) : undefined,
    context: textOf(specific.additionalContext) ?? (isText ? textOf(stdout) : undefined),
  };
}
