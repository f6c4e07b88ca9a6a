import type { AfterCallAnswer, BeforeCallAnswer } from "../../runtime/index.js";
import { isRecord } from "../../values/index.js";
import type { HookOutcome } from "./run-command.js";

/** The exit code with which a hook blocks. */
const BLOCK = 2;

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
export function readBeforeAnswer(outcome: HookOutcome): BeforeCallAnswer {
  if (outcome.exitCode === BLOCK) return { verdict: "deny", reason: outcome.stderr };
  const answer = answerOf(outcome);
  const specific = isRecord(answer.hookSpecificOutput) ? answer.hookSpecificOutput : {};
  if (answer.continue === false) return { verdict: "deny", reason: textOf(answer.stopReason) };
  const decision = specific.permissionDecision ?? answer.decision;
  if (decision !== undefined && (typeof decision !== "string" || !Object.hasOwn(VERDICTS, decision)))
    throw new TypeError("Its permissionDecision is not allow, deny or ask.");
  return {
    verdict: decision === undefined ? undefined : VERDICTS[decision as keyof typeof VERDICTS],
    reason: textOf(specific.permissionDecisionReason ?? answer.reason),
    input: specific.updatedInput as BeforeCallAnswer["input"],
    context: textOf(specific.additionalContext),
  };
}

/** Reads the answer of a hook after a call. Throws an error for an answer that is not one. */
export function readAfterAnswer(outcome: HookOutcome): AfterCallAnswer {
  if (outcome.exitCode === BLOCK) return { block: outcome.stderr };
  const answer = answerOf(outcome);
  const specific = isRecord(answer.hookSpecificOutput) ? answer.hookSpecificOutput : {};
  const isBlocked = answer.decision === "block" || answer.continue === false;
  return {
    block: isBlocked ? (textOf(answer.reason ?? answer.stopReason) ?? "There is no reason.") : undefined,
    context: textOf(specific.additionalContext),
  };
}

/** Returns the JSON object on the standard output; an empty one for other text, which only a transcript shows. */
function answerOf({ exitCode, stdout, stderr }: HookOutcome): Readonly<Record<string, unknown>> {
  if (exitCode !== 0) throw new Error(`The hook ended with exit code ${exitCode}: ${stderr}`);
  if (!stdout.startsWith("{")) return {};
  const answer: unknown = JSON.parse(stdout);
  return isRecord(answer) ? answer : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
