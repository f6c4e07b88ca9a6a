import { pathParameters } from "../../../schema/index.js";
import { brokenPromise } from "../broken-promise.js";
import { type ConformanceSubject, eachSample } from "../conformance-subject.js";
import { observeCall, sampleName } from "../observe-call.js";

const REMEDY =
  "Declare them: facts: ({ path }) => ({ paths: [path] }). For parameters that are not paths, declare that it touches none: facts: () => ({}).";

/** Checks that a tool with paths in its input, or that touches paths, declares facts. */
export async function checkFacts(subject: ConformanceSubject): Promise<void> {
  const { tool, options } = subject;
  if (tool.facts !== undefined || tool.source === "builtin") return;
  const promise = "it declares the paths that permissions are judged by.";
  const [parameter] = pathParameters(tool.inputSchema);
  if (parameter !== undefined) {
    const seen = `it has no facts, and its parameter '${parameter}' is named like a path, so the runtime derives the paths from the input.`;
    throw brokenPromise({ tool, promise, seen, remedy: REMEDY });
  }
  await eachSample(subject, async (sample) => {
    const [touch] = (await observeCall(tool, sample, options)).touches;
    if (touch === undefined) return;
    const seen = `it has no facts, but ${sampleName(sample)} touched ${touch.path} (${touch.operation}).`;
    throw brokenPromise({ tool, promise, seen, remedy: REMEDY });
  });
}
