import { createInterface } from "node:readline/promises";
import type { ApprovalHandler } from "../contract/index.js";
import { describeRequest } from "../permissions/index.js";
import type { CommandLineStreams } from "./command-line-streams.js";

/**
 * Returns the approval handler of the command line: `"yes"` answers every question with yes, `"ask"` asks the user on
 * the terminal.
 *
 * Without a terminal there is no handler, and calls return as blocked.
 */
export function approvalOf(streams: CommandLineStreams, mode: "yes" | "ask"): ApprovalHandler | undefined {
  if (mode === "yes") return () => true;
  const { stdin, stderr } = streams;
  // The question goes to the standard error, so that the output can be redirected to a file or a pipe.
  if (stdin.isTTY !== true || stderr.isTTY !== true) return undefined;
  return async (request, { signal }) => {
    stderr.write(`${describeRequest(request, { remember: false })}\n`);
    const answer = await ask(streams, signal);
    return /^y(es)?$/i.test(answer.trim());
  };
}

/** Reads one line from the terminal; returns an empty string if it is closed instead. */
async function ask({ stdin, stderr, interrupt }: CommandLineStreams, signal: AbortSignal): Promise<string> {
  const terminal = createInterface({ input: stdin, output: stderr });
  // While a line is read, Ctrl-C arrives as a key, not as a signal.
  terminal.on("SIGINT", interrupt);
  // A question without an answer would wait forever.
  const closed = new Promise<string>((resolve) => terminal.once("close", () => resolve("")));
  try {
    return await Promise.race([terminal.question("Allow it? [y/N] ", { signal }), closed]);
  } finally {
    terminal.close();
  }
}
