import type { AfterCallAnswer, BeforeCallAnswer, CallQuestionAnswer } from "../../runtime/index.js";
import { isRecord } from "../../values/index.js";
import { requireCodexAnswer } from "./codex-answer.js";
import type { HookDialect } from "./hook-dialect.js";
import type { HookOutcome } from "./run-command.js";

/** The exit code with which a hook blocks. */
const BLOCK = 2;

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
  const refusal = refusalOf(outcome, owner);
  if (refusal !== undefined) return { verdict: "deny", reason: refusal };
  const { answer, specific } = answerOf(outcome, owner);
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
  { isOfServer = false }: { readonly isOfServer?: boolean } = {},
): AfterCallAnswer {
  const isGemini = owner === "gemini-cli";
  // Gemini CLI hides a result that a hook blocks.
  const blocked = (reason: string) => (isGemini ? { replacement: reason } : { block: reason });
  const refusal = refusalOf(outcome, owner);
  if (refusal !== undefined) return blocked(refusal);
  const { answer, specific } = answerOf(outcome, owner);
  const isBlocked =
    answer.decision === "block" || (isGemini && answer.decision === "deny") || answer.continue === false;
  if (owner === "codex" && !isBlocked) requireCodexAnswer(answer, "PostToolUse");
  const replacement = isGemini
    ? textOf(specific.tool_output)
    : replacementOf(specific, { owner, isOfServer });
  return {
    replacement,
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
  const refusal = refusalOf(outcome, owner);
  if (refusal !== undefined) return { approved: false, reason: refusal };
  const { answer, specific } = answerOf(outcome, owner);
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

/** Returns the text that replaces the result in the hooks of Claude Code; `undefined` if the hook replaces nothing. */
function replacementOf(
  { updatedToolOutput, updatedMCPToolOutput }: Fields,
  { owner, isOfServer }: { readonly owner: HookDialect["owner"]; readonly isOfServer: boolean },
): string | undefined {
  if (owner !== "claude-code") return undefined;
  const output = updatedToolOutput ?? (isOfServer ? updatedMCPToolOutput : undefined) ?? undefined;
  if (output === undefined || typeof output === "string") return output;
  const streams = isRecord(output) ? [output.stdout, output.stderr].filter((each) => each !== "") : [];
  return streams.length > 0 && streams.every((each) => typeof each === "string")
    ? streams.join("\n")
    : JSON.stringify(output);
}

/** Returns the reason of a hook that refuses by its exit code; `undefined` for another code. */
export function refusalOf(outcome: HookOutcome, owner: HookDialect["owner"]): string | undefined {
  const { exitCode, stderr, stdout } = outcome;
  if (exitCode === BLOCK) return reasonOf(outcome, owner) ?? stderr;
  // In Gemini CLI every other code than 0 and 1 refuses, unless the hook printed an answer.
  const isRefused = owner === "gemini-cli" && exitCode !== null && exitCode > 1;
  const isText = isRefused && jsonOf(outcome, owner) === undefined && stdout + stderr !== "";
  return isText ? stdout || stderr : undefined;
}

/** Returns the reason of a refusal in the answer of a hook of Claude Code, which precedes the standard error. */
function reasonOf(outcome: HookOutcome, owner: HookDialect["owner"]): string | undefined {
  if (owner !== "claude-code") return undefined;
  const answer = jsonOf(outcome, owner) ?? {};
  const specific = isRecord(answer.hookSpecificOutput) ? answer.hookSpecificOutput : {};
  if (specific.permissionDecision === "deny") return textOf(specific.permissionDecisionReason);
  if (isRecord(specific.decision)) return textOf(specific.decision.message);
  return answer.decision === "block" ? textOf(answer.reason) : undefined;
}

/** Returns the JSON object that a hook printed, whatever its exit code; `undefined` for other text. */
function jsonOf({ stdout, stderr }: HookOutcome, owner: HookDialect["owner"]): Fields | undefined {
  const text = owner === "gemini-cli" && stdout === "" ? stderr : stdout;
  try {
    const parsed: unknown = JSON.parse(text);
    // Gemini CLI also reads an answer in a JSON string.
    const answer: unknown =
      owner === "gemini-cli" && typeof parsed === "string" ? JSON.parse(parsed) : parsed;
    return isRecord(answer) ? answer : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the JSON object that a hook printed; an empty one for other text, which only a transcript shows.
 *
 * @throws Error for another exit code than 0, unless the hook of Claude Code or Gemini CLI printed an answer; SyntaxError for
 * a text that starts like an answer and is none
 */
export function answerOf(
  outcome: HookOutcome,
  owner: HookDialect["owner"] = "claude-code",
): { readonly answer: Fields; readonly specific: Fields } {
  const { exitCode, stdout, stderr } = outcome;
  const printed = exitCode === 0 || owner !== "codex" ? jsonOf(outcome, owner) : undefined;
  if (exitCode !== 0 && printed === undefined)
    throw new Error(`The hook ended with exit code ${exitCode}: ${stderr}`);
  if (printed === undefined && stdout.startsWith("{")) JSON.parse(stdout);
  const answer = printed ?? {};
  return { answer, specific: isRecord(answer.hookSpecificOutput) ? answer.hookSpecificOutput : {} };
}

/** Returns a text that is not empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
