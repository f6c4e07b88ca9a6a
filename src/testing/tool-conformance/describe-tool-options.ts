import type { AnyTool } from "../../contract/index.js";
import type { ProviderName } from "../portability/index.js";
import type { SeedEntry } from "../seed-entry.js";
import type { ToolTesterOptions } from "../tester/index.js";

/** One call to test the tool with. */
export interface ToolSample {
  /** The name in messages. Default: the input. */
  readonly name?: string;
  readonly input: unknown;
  /** The files of the folder for this sample. Default: the `files` of all samples. */
  readonly files?: Readonly<Record<string, SeedEntry>>;
  /** Set if the call must end with an error. */
  readonly fails?: true;
}

/** Limits of the suite. */
export interface ConformanceLimits {
  /** Milliseconds that a sample may take. Default 3,000: below the usual time limit of a test. */
  readonly callMs?: number;
  /** Milliseconds that the tool may take to end after an abort. Default 1,000. */
  readonly abortMs?: number;
  /**
   * Bytes of one output that the tool may produce before truncation by the runtime. Default 1,048,576, ten times the amount
   * of a result that a model reads by default.
   */
  readonly ownOutputBytes?: number;
  /** Bytes that a model may receive from a tool with `truncation: false`. Default 102,400, the limit of the runtime. */
  readonly selfBoundedBytes?: number;
}

/**
 * Options of {@link describeTool}. Each run has its own folder with `files`, and starts a list of `approvals` again.
 * Default permissions: everything inside the folder is allowed, and nothing outside of it.
 */
export interface DescribeToolOptions
  extends Pick<ToolTesterOptions, "files" | "permissions" | "approvals" | "backend" | "tools"> {
  /** Calls that show how the tool works. Default: one that is generated from the schema and `files`. */
  readonly samples?: readonly ToolSample[];
  /** Whether equal input and files cause equal output. Default: true unless the tool has `metadata: { deterministic: false }`. */
  readonly deterministic?: boolean;
  /** Limits of the checks. Default: the defaults of {@link ConformanceLimits}. */
  readonly limits?: ConformanceLimits;
  /** The providers that the tool must support. Default: all. */
  readonly providers?: readonly ProviderName[];
  /** Schema keywords to accept although some providers do not understand them: `["exclusiveMinimum"]`. */
  readonly acceptKeywords?: readonly string[];
}

/** Returns whether a tool promises equal output for equal input and files: true unless the tool or its test states otherwise. */
export function isDeterministic(tool: AnyTool, { deterministic }: DescribeToolOptions): boolean {
  return deterministic ?? tool.metadata.deterministic !== false;
}
