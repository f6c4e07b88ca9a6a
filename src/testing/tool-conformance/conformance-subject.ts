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
