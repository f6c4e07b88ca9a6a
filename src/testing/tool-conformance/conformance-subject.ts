import type { AnyTool } from "../../contract/index.js";
import type { DescribeToolOptions, ToolSample } from "./describe-tool-options.js";
import { exampleInput } from "./example-input.js";

/** The input of the checks. */
export interface ConformanceSubject {
  readonly tool: AnyTool;
  readonly samples: readonly ToolSample[];
  readonly options: DescribeToolOptions;
}

/** Combines a tool with its samples; generates one if the author passed none. */
export function conformanceSubject(tool: AnyTool, options: DescribeToolOptions): ConformanceSubject {
  const { samples = [], files = {} } = options;
  const paths = Object.entries(files)
    .filter(([, entry]) => typeof entry === "string")
    .map(([path]) => path);
  const made = { input: exampleInput(tool.inputSchema, paths), name: "generated from the schema" };
  return { tool, samples: samples.length > 0 ? samples : [made], options };
}

/**
 * Checks all samples in parallel, each in its own workspaces, because slow ones in sequence would exceed the time limit of
 * a test. Fails with the first failure in the order of the samples.
 */
export async function eachSample(
  { samples }: ConformanceSubject,
  check: (sample: ToolSample) => Promise<void>,
): Promise<void> {
  await allOf(samples.map(check));
}

/** Waits for all checks, then throws the error of the first that failed, in their order. */
export async function allOf(checks: readonly Promise<void>[]): Promise<void> {
  const outcomes = await Promise.allSettled(checks);
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}
