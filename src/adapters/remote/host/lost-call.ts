import type { PathOutcome, ToolError } from "../../../contract/index.js";
import type { WireResult } from "../../calls/wire/index.js";

/** Files named in a message; the result contains all of them. */
const MAX_NAMED_FILES = 10;

/** Ends of the message of a lost connection, which the outcome of the call replaces. */
const STATES_OF_SENDING = [" It is not known whether the worker", " The operation was not sent"] as const;

/** Words for the state of a file. */
const WORDS: Readonly<Partial<Record<PathOutcome["state"], string>>> = {
  old: "as it was before the call",
  new: "changed",
};

/** Returns the result of a call whose connection was lost, after a look at its files. */
export function lostCall(
  lost: ToolError,
  known: {
    readonly hasBegun?: boolean;
    readonly outcomes?: readonly PathOutcome[];
    /** Whether it may have changed other files as well. */
    readonly isPartial?: boolean;
  } = {},
): WireResult {
  const { hasBegun, outcomes = [], isPartial = false } = known;
  if (hasBegun === false) return failure(lost, "The call has not run.", { retryable: true });
  if (hasBegun === undefined)
    return failure(lost, "The call only reads, and it can be repeated.", { retryable: true });
  const changed = outcomes.filter(({ state }) => state === "new").map(({ path }) => path);
  const isUnchanged = !isPartial && outcomes.length > 0 && outcomes.every(({ state }) => state === "old");
  const shown = outcomes.slice(0, MAX_NAMED_FILES);
  const files = shown.map(({ path, state }) => `'${path}' is ${WORDS[state] ?? "in an unknown state"}`);
  const rest = outcomes.length > shown.length ? `, and ${outcomes.length - shown.length} more files` : "";
  const more = isPartial ? `${rest}; the state of further files is not known` : rest;
  const said =
    outcomes.length === 0
      ? "The call had started, and its worker ended it. Check the current state before you repeat it."
      : isUnchanged
        ? `The call had started, but it changed nothing: ${files.join(", ")}${more}.`
        : `The call had started: ${files.join(", ")}${more}. Read the files before you change them again.`;
  const result = failure(lost, said, { retryable: isUnchanged });
  return {
    ...result,
    ...(result.error !== undefined && {
      error: { ...result.error, ...(outcomes.length > 0 && { outcomes }) },
    }),
    ...(changed.length > 0 && { trackFiles: changed }),
  };
}

/** Returns the result of a call of which nothing is known after its connection was lost. */
export function uncertainCall(lost: ToolError): WireResult {
  return failure(
    lost,
    "It is not known whether the call ran. Check the current state before you repeat it.",
    { retryable: false },
  );
}

/** Returns the result of a call that its worker ended with the connection, with its output until then. */
export function endedCall(lost: ToolError, { content, error, ...rest }: WireResult): WireResult {
  const { content: said, ...failed } = failure(lost, "The worker ended the call.", { retryable: false });
  const without = content.filter((part) => part.type !== "text" || part.text !== error?.message);
  return { ...rest, ...failed, content: [...said, ...without] };
}

function failure(lost: ToolError, said: string, { retryable }: { readonly retryable: boolean }): WireResult {
  const end = Math.max(...STATES_OF_SENDING.map((state) => lost.message.lastIndexOf(state)));
  const message = `${end < 0 ? lost.message : lost.message.slice(0, end)} ${said}`;
  return {
    status: "error",
    content: [{ type: "text", text: message }],
    error: { message, errorCode: "connection-lost", ...(retryable && { retryable }) },
  };
}
