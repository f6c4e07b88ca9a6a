import type { AnyTool } from "../../../contract/index.js";
import { brokenPromise } from "../broken-promise.js";
import { type ConformanceSubject, eachSample } from "../conformance-subject.js";
import { observeCall, sampleName } from "../observe-call.js";

const READING_KINDS: readonly AnyTool["kind"][] = ["read", "search", "think"];

/** Returns the declaration that makes a tool read-only; `undefined` for one that may write. */
export function readOnlyDeclaration(tool: AnyTool): string | undefined {
  if (tool.annotations.readOnlyHint === true) return "annotations.readOnlyHint is true";
  return READING_KINDS.includes(tool.kind) ? `kind is "${tool.kind}"` : undefined;
}

/** Checks that a tool declared as read-only changes no file. */
export async function checkReadOnly(subject: ConformanceSubject): Promise<void> {
  const { tool, options } = subject;
  await eachSample(subject, async (sample) => {
    const { touches, changes } = await observeCall(tool, sample, options);
    const written = touches.find(({ access }) => access === "write");
    const [changed] = changes;
    if (written === undefined && changed === undefined) return;
    const what =
      written === undefined
        ? `${changed?.path} was ${changed?.type}`
        : `it wrote ${written.path} (${written.operation})`;
    throw brokenPromise({
      tool,
      promise: `it writes no files (${readOnlyDeclaration(tool)}).`,
      seen: `for ${sampleName(sample)}, ${what}.`,
      remedy:
        'Do not write, or declare the change: kind "edit" and no readOnlyHint. Tools that only read run without approval.',
    });
  });
}
