import type { AnyTool } from "../../contract/index.js";
import type { DescribeToolOptions, ToolSample } from "./describe-tool-options.js";
import { exampleInput } from "./example-input.js";

/** What the checks work on. */
export interface ConformanceSubject {
  readonly tool: AnyTool;
  readonly samples: readonly ToolSample[];
  readonly options: DescribeToolOptions;
}

/** A tool with its samples; one is made up where the author gave none. */
export function conformanceSubject(tool: AnyTool, options: DescribeToolOptions): ConformanceSubject {
  const { samples = [], files = {} } = options;
  const paths = Object.entries(files)
    .filter(([, entry]) => typeof entry === "string")
    .map(([path]) => path);
  const made = { input: exampleInput(tool.inputSchema, paths), name: "made up from the schema" };
  return { tool, samples: samples.length > 0 ? samples : [made], options };
}

/**
 * Checks all samples side by side, each in places of its own: one after the other, slow ones would take longer than a test
 * may. The first failure in the order of the samples counts.
 */
export async function eachSample(
  { samples }: ConformanceSubject,
  check: (sample: ToolSample) => Promise<void>,
): Promise<void> {
  await allOf(samples.map(check));
}

/** Waits for all, then fails as the first that failed, in their order. */
export async function allOf(checks: readonly Promise<void>[]): Promise<void> {
  const outcomes = await Promise.allSettled(checks);
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}
