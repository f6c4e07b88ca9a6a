import type { ProviderName } from "../portability/index.js";
import type { SeedEntry } from "../seed-entry.js";
import type { ToolTesterOptions } from "../tester/index.js";

/** One call to try the tool with. */
export interface ToolSample {
  /** For messages. Default: the input. */
  readonly name?: string;
  readonly input: unknown;
  /** What the folder holds for this sample. Default: the `files` of all. */
  readonly files?: Readonly<Record<string, SeedEntry>>;
  /** The call is meant to end with an error. */
  readonly fails?: true;
}

/** Where the suite draws its lines. */
export interface ConformanceLimits {
  /** Milliseconds that a sample may take. Default 3,000: below the usual time limit of a test. */
  readonly callMs?: number;
  /** Milliseconds that the tool may take to end once it is aborted. Default 1,000. */
  readonly abortMs?: number;
  /**
   * Bytes that the tool itself may make of one output, before the runtime cuts it. Default 1,048,576, ten times what a model
   * reads of a result by default.
   */
  readonly ownOutputBytes?: number;
  /** Bytes that a model may get from a tool with `truncation: false`. Default 102,400, the runtime's own limit. */
  readonly selfBoundedBytes?: number;
}

/**
 * What {@link describeTool} can be told. Each run has a folder of its own with `files`, and starts a list of `approvals` anew.
 * Default permissions: everything inside the folder is allowed, and nothing outside of it.
 */
export interface DescribeToolOptions
  extends Pick<ToolTesterOptions, "files" | "permissions" | "approvals" | "backend" | "tools"> {
  /** Calls that show what the tool does. Default: one that is made up from the schema and `files`. */
  readonly samples?: readonly ToolSample[];
  /** Whether equal input and files give equal output. Default: true unless the tool has `metadata: { deterministic: false }`. */
  readonly deterministic?: boolean;
  readonly limits?: ConformanceLimits;
  /** The providers that the tool must reach. Default: all. */
  readonly providers?: readonly ProviderName[];
  /** Schema keywords that may stay although not every provider understands them: `["exclusiveMinimum"]`. */
  readonly acceptKeywords?: readonly string[];
}
