import type { AnyTool } from "../../contract/index.js";

/** A promise that a tool did not keep. */
export interface BrokenPromise {
  readonly tool: Pick<AnyTool, "name">;
  /** The promise of the tool, worded to follow "The tool breaks its promise: ". */
  readonly promise: string;
  /** The observation that contradicts it. */
  readonly seen: string;
  readonly remedy: string;
}

/** Creates the error of a failed test: the tool, the promise, the observation and the remedy. */
export function brokenPromise({ tool, promise, seen, remedy }: BrokenPromise): Error {
  return new Error(
    `The tool '${tool.name}' breaks its promise: ${sentence(promise)}\nObserved: ${sentence(seen)}\nRemedy: ${sentence(remedy)}`,
  );
}

/** Returns a text that ends in exactly one full stop: a quoted message may bring its own. */
function sentence(text: string): string {
  let end = text.length;
  while (end > 0 && " .\n".includes(text[end - 1] ?? "")) end -= 1;
  return `${text.slice(0, end)}.`;
}
