import type { AnyTool, ContentPart } from "../../../contract/index.js";
import { DEFAULT_TRUNCATION } from "../../../runtime/index.js";
import { contentText, mergeLimits } from "../../../truncation/index.js";
import type { SeedEntry } from "../../seed-entry.js";
import { brokenPromise } from "../broken-promise.js";
import { type ConformanceSubject, eachSample } from "../conformance-subject.js";
import type { ToolSample } from "../describe-tool-options.js";
import { type CallObservation, observeCall, sampleName } from "../observe-call.js";

/** Bytes of one output that a tool may produce before truncation: ten times the amount that a model reads by default. */
const DEFAULT_OWN_OUTPUT_BYTES = 1_048_576;

/** Maximum bytes of a result unless the tool sets another limit, from the Amp specification. */
const DEFAULT_CONTENT_BYTES = DEFAULT_TRUNCATION.limits.maxBytes ?? DEFAULT_OWN_OUTPUT_BYTES;

/** Bytes to which text files are enlarged, to test a tool that limits its own output. */
const LARGE_FILE_BYTES = 524_288;

const PROMISE = "its output stays within the limits.";

/** Checks the output of a tool, and the content that a tool with its own limits sends to the model, even for large files. */
export async function checkOutputLimits(subject: ConformanceSubject): Promise<void> {
  const { tool, options } = subject;
  await eachSample(subject, async (sample) => {
    const seen = await observeCall(tool, sample, options);
    requireOwnOutput(subject, seen, sampleName(sample));
    if (tool.truncation !== false) return;
    requireSelfBounded(subject, seen, sampleName(sample));
    const large = withLargeFiles(sample, options.files ?? {});
    requireSelfBounded(
      subject,
      await observeCall(tool, large, options),
      `${sampleName(sample)}, with text files of ${LARGE_FILE_BYTES} bytes`,
    );
  });
}

function requireOwnOutput({ tool, options }: ConformanceSubject, seen: CallObservation, input: string): void {
  const limit = options.limits?.ownOutputBytes ?? DEFAULT_OWN_OUTPUT_BYTES;
  const bytes = Math.max(0, ...[...seen.watch.outputs, ...seen.watch.rendered].map(bytesOf));
  if (bytes <= limit) return;
  throw brokenPromise({
    tool,
    promise: PROMISE,
    seen: `execute returned ${bytes} bytes for ${input}; the limit is ${limit}, and a model reads ${readBytes(tool)} of them.`,
    remedy:
      "Stop early: add a limit or a range as a parameter and report how much is left. Or raise limits.ownOutputBytes in the test.",
  });
}

function requireSelfBounded(
  { tool, options }: ConformanceSubject,
  { result }: CallObservation,
  input: string,
): void {
  if (result === undefined) return;
  const limit = options.limits?.selfBoundedBytes ?? DEFAULT_CONTENT_BYTES;
  const bytes = bytesOf(contentText(result.content));
  if (bytes <= limit) return;
  throw brokenPromise({
    tool,
    promise: PROMISE,
    seen: `truncation is false, and a model would receive ${bytes} bytes for ${input}; the limit is ${limit}.`,
    remedy:
      "Truncate the output in the tool and report it with context.noteTruncation, or remove truncation: false so that the runtime truncates it.",
  });
}

function readBytes({ truncation }: AnyTool): string {
  if (truncation === false) return "all";
  return `${mergeLimits(truncation, DEFAULT_TRUNCATION.limits).maxBytes}`;
}

function withLargeFiles(sample: ToolSample, files: Readonly<Record<string, SeedEntry>>): ToolSample {
  const enlarged = Object.entries(sample.files ?? files).map(([path, entry]): [string, SeedEntry] => [
    path,
    typeof entry === "string" && entry !== ""
      ? entry.repeat(Math.ceil(LARGE_FILE_BYTES / entry.length))
      : entry,
  ]);
  return { ...sample, files: Object.fromEntries(enlarged) };
}

function bytesOf(output: unknown): number {
  const text = typeof output === "string" ? output : isContent(output) ? contentText(output) : jsonOf(output);
  return new TextEncoder().encode(text).length;
}

function isContent(output: unknown): output is readonly ContentPart[] {
  return Array.isArray(output) && output.length > 0 && output.every((part) => typeof part?.type === "string");
}

/** Returns the JSON of an output; a value that is not JSON is reported by the check for JSON. */
function jsonOf(output: unknown): string {
  try {
    return JSON.stringify(output) ?? "";
  } catch {
    return "";
  }
}
