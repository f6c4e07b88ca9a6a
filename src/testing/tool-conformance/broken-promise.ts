import type { AnyTool } from "../../contract/index.js";

/** A promise that a tool did not keep. */
export interface BrokenPromise {
  readonly tool: Pick<AnyTool, "name">;
  /** What the tool promises, to follow "The tool breaks its promise: ". */
  readonly promise: string;
  /** What was seen instead. */
  readonly seen: string;
  readonly remedy: string;
}

/** The error that a test fails with: which tool, which promise, what was seen, what to do. */
export function brokenPromise({ tool, promise, seen, remedy }: BrokenPromise): Error {
  return new Error(
    `The tool '${tool.name}' breaks its promise: ${promise}\nSeen: ${seen}\nRemedy: ${remedy}`,
  );
}
