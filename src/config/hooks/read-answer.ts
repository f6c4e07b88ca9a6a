import type { AfterCallAnswer, BeforeCallAnswer, CallQuestionAnswer } from "../../runtime/index.js";
import { isRecord } from "../../values/index.js";
import { requireCodexAnswer } from "./codex-answer.js";
import type { HookDialect } from "./hook-dialect.js";
import type { HookOutcome } from "./run-command.js";

/** The exit code with which a hook blocks. */
export const BLOCK = 2;

type Fields = Readonly<Record<string, unknown>>;

/** The verdicts of `permissionDecision`, and of the older `decision`. */
const VERDICTS = {
  allow: "allow",
  ask: "ask",
  deny: "deny",
  defer: "ask",
  approve: "allow",
  block: "deny",
} as const;

/** Reads the answer of a hook before a call. Throws an error for an answer that is not one. */
export function readBeforeAnswer(
  outcome: HookOutcome,
  owner: HookDialect["owner"] = "claude-code",
): BeforeCallAnswer {
  if (outcome.exitCode === BLOCK) return { verdict: "deny", reason: outcome.stderr };
  const { answer, specific } = answerOf(outcome);
  if (answer.continue === false) return { verdict: "deny", reason: textOf(answer.stopReason) };
  const decision = specific.permissionDecision ?? answer.decision ?? undefined;
  if (decision !== undefined && (typeof decision !== "string" || !Object.hasOwn(VERDICTS, decision)))
    throw new TypeError("Its permissionDecision is not allow, deny or ask.");
  const verdict = decision === undefined ? undefined : VERDICTS[decision as keyof typeof VERDICTS];
  // A refusal counts even in an answer that Codex does not permit.
  if (owner === "codex" && verdict !== "deny") requireCodexInput(answer, specific);
  const input = owner === "gemini-cli" ? specific.tool_input : specific.updatedInput;
  return {
    // Only in Claude Code does a hook allow a call that would be asked about.
    verdict: verdict === "allow" && owner !== "claude-code" ? undefined : verdict,
    reason: textOf(specific.permissionDecisionReason ?? answer.reason),
    input: (input ?? undefined) as BeforeCallAnswer["input"],
    context: textOf(specific.additionalContext),
  };
}

/** Throws an error for an answer that Codex does not permit. Codex changes an input only with an allow. */
function requireCodexInput(answer: Fields, specific: Fields): void {
  requireCodexAnswer(answer, "PreToolUse");
  if ((specific.updatedInput ?? undefined) !== undefined && specific.permissionDecision !== "allow")
    throw new TypeError("Codex does not permit updatedInput without the permissionDecision allow.");
}

/** Reads the answer of a hook after a call. Throws an error for an answer that is not one. */
export function readAfterAnswer(
  outcome: HookOutcome,
  owner: HookDialect["owner"] = "claude-code",
): AfterCallAnswer {
  const isGemini = owner === "gemini-cli";
  // Gemini CLI hides a result that a hook blocks.
  const blocked = (reason: string) => (isGemini ? { replacement: reason } : { block: reason });
  if (outcome.exitCode === BLOCK) return blocked(outcome.stderr);
  const { answer, specific } = answerOf(outcome);
  const isBlocked =
    answer.decision === "block" || (isGemini && answer.decision === "deny") || answer.continue === false;
  if (owner === "codex" && !isBlocked) requireCodexAnswer(answer, "PostToolUse");
  const replacement = isGemini ? textOf(specific.tool_output) : undefined;
  return {
    ...(replacement !== undefined && { replacement }),
    ...(isBlocked && blocked(textOf(answer.reason ?? answer.stopReason) ?? "There is no reason.")),
    context: textOf(specific.additionalContext),
  };
}

/**
 * Reads the answer of a hook to a question of permission; `undefined` leaves the question to the approver. Throws an error
 * for an answer that is not one, and for what Codex reserves.
 */
export function readPermissionAnswer(
  outcome: HookOutcome,
  owner: HookDialect["owner"],
): CallQuestionAnswer | undefined {
  if (outcome.exitCode === BLOCK) return { approved: false, reason: outcome.stderr };
  const { answer, specific } = answerOf(outcome);
  if (answer.continue === false) return { approved: false, reason: textOf(answer.stopReason) };
  const decision = specific.decision ?? undefined;
  if (isRecord(decision) && decision.behavior === "deny")
    return { approved: false, reason: textOf(decision.message) };
  if (owner === "codex") requireCodexAnswer(answer, "PermissionRequest");
  if (decision === undefined) return undefined;
  if (!isRecord(decision)) throw new TypeError("Its decision is not an object.");
  const { behavior, updatedInput } = decision;
  if (behavior !== "allow") throw new TypeError("Its behavior is not allow or deny.");
  const isReserved = [updatedInput ?? undefined, decision.updatedPermissions ?? undefined].some(
    (value) => value !== undefined,
  );
  if (owner === "codex" && (isReserved || decision.interrupt === true))
    throw new TypeError("Codex does not permit updatedInput, updatedPermissions and interrupt here.");
  return { approved: true, input: (updatedInput ?? undefined) as CallQuestionAnswer["input"] };
}

/** Returns the JSON object on the standard output; an empty one for other text, which only a transcript shows. */
export function answerOf({ exitCode, stdout, stderr }: HookOutcome): {
  readonly answer: Fields;
  readonly specific: Fields;
} {
  if (exitCode !== 0) throw new Error(`The hook ended with exit code ${exitCode}: ${stderr}`);
  const parsed: unknown = stdout.startsWith("{") ? JSON.parse(stdout) : {};
  const answer = isRecord(parsed) ? parsed : {};
  return { answer, specific: isRecord(answer.hookSpecificOutput) ? answer.hookSpecificOutput : {} };
}

/** Returns a text that is not empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
