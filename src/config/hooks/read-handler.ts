import { shellQuoted } from "../../text/index.js";
import { booleanOf, type ConfigValue, itemsOf, member, textOf } from "../parse/index.js";
import type { ConfigNoticeKind } from "../report/index.js";
import type { HookDialect } from "./hook-dialect.js";
import { type HookEventName, isCallEvent } from "./hook-event.js";

/** Longest time limit of a hook, in milliseconds. */
const MAX_TIMEOUT_MS = 3_600_000;

/** The time limits of Claude Code for single events, in milliseconds: of a hook without one, and the longest. */
const EVENT_LIMITS: Readonly<Partial<Record<HookEventName, { default: number; longest: number }>>> = {
  UserPromptSubmit: { default: 30_000, longest: MAX_TIMEOUT_MS },
  SessionEnd: { default: 60_000, longest: 60_000 },
};

/** The settings of a hook beside its event and matcher. */
export interface HookHandler {
  readonly command: string;
  readonly timeoutMs: number;
  readonly condition?: string | undefined;
  readonly isBackground?: boolean;
  readonly unsupported?: string | undefined;
  /** Whether the program itself omits it. */
  readonly isOmitted?: boolean;
  readonly remarks: readonly (readonly [ConfigNoticeKind, string])[];
}

/** Reads one entry of the list `hooks` of a matcher group. */
export function readHandler(
  entry: ConfigValue,
  event: HookEventName,
  dialect: HookDialect,
  cwd: string,
): HookHandler {
  const timeoutMs = timeoutOf(entry, event, dialect);
  const type = textOf(member(entry, "type"));
  const program = textOf(member(entry, "command"));
  const args = member(entry, "args");
  const isBackground =
    booleanOf(member(entry, "async")) === true || booleanOf(member(entry, "asyncRewake")) === true;
  const omitted = (message: string): HookHandler => ({
    command: program ?? type ?? "",
    timeoutMs,
    unsupported: message,
    // Codex omits such hooks as well, and a hook that no call waits for decides nothing.
    isOmitted: dialect.owner === "codex" || isBackground,
    remarks: [
      dialect.owner === "codex" || isBackground
        ? ["ignored", message]
        : ["stricter", event === "PreToolUse" ? `${message} The calls that it matches ask.` : message],
    ],
  });
  if (type !== "command") return omitted("Only hooks of the type command are run.");
  if (program === undefined || program.trim() === "") return omitted("The hook has no command.");
  const shell = textOf(member(entry, "shell"));
  if (shell !== undefined && shell !== "bash" && args === undefined)
    return omitted(`Hooks of the shell ${shell} are not run.`);
  if (dialect.owner === "codex" && isBackground) return omitted("Codex does not run hooks with async.");
  const words = itemsOf(args).map(textOf);
  if (args !== undefined && (args.type !== "list" || words.includes(undefined)))
    return omitted("The arguments are not a list of texts.");
  const condition = dialect.owner === "claude-code" ? member(entry, "if") : undefined;
  const rule = condition === undefined ? undefined : (textOf(condition) ?? "");
  if (rule !== undefined && !isCallEvent(event))
    return { ...omitted("A hook with if runs only for calls."), isOmitted: true };
  const remarks: (readonly [ConfigNoticeKind, string])[] = [];
  if (rule !== undefined)
    remarks.push([
      "stricter",
      "The condition is evaluated for commands only, and the hook approves nothing.",
    ]);
  if (isBackground)
    remarks.push(["stricter", "The call waits for this hook, and its answer decides nothing."]);
  const command =
    args === undefined
      ? program
      : [program, ...(words as string[])].map((word) => quoted(word, cwd)).join(" ");
  return { command, timeoutMs, condition: rule, isBackground, remarks };
}

/** The reference to the project that Claude Code replaces in `args`. */
const PROJECT = "$" + "{CLAUDE_PROJECT_DIR}";

/** Quotes an argument for the shell. With `args`, Claude Code starts the program directly and replaces only this reference. */
function quoted(word: string, cwd: string): string {
  return shellQuoted(word.replaceAll(PROJECT, cwd));
}

function timeoutOf(
  entry: ConfigValue,
  event: HookEventName,
  { owner, timeoutUnitMs, defaultTimeoutMs }: HookDialect,
): number {
  const limits = owner === "claude-code" ? EVENT_LIMITS[event] : undefined;
  const timeout = member(entry, "timeout");
  const isSet = timeout?.type === "number" && timeout.value > 0;
  return Math.min(
    isSet ? timeout.value * timeoutUnitMs : (limits?.default ?? defaultTimeoutMs),
    limits?.longest ?? MAX_TIMEOUT_MS,
  );
}
