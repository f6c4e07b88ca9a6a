import type {
  ContentPart,
  ExecutionProfile,
  ToolAnnotations,
  ToolContext,
  ToolEnvironment,
  ToolFacts,
  ToolKind,
  ToolRequirement,
  TruncationPolicy,
} from "../contract/index.js";

/**
 * One act, written once: structured input in, structured output out, under no particular name.
 *
 * A toolset puts a face on it: what the model calls it, what its parameters are named, how its output reads. Limits and
 * the words that error messages use for parameters are part of the input, so a face only hands them over.
 */
export interface Operation<Input, Output> {
  readonly kind: ToolKind;
  readonly annotations: ToolAnnotations;
  readonly executionProfile: ExecutionProfile<Input>;
  /** What permission rules see. */
  readonly facts: (input: Input, environment: ToolEnvironment) => ToolFacts;
  /** What an approver sees; changes nothing. */
  readonly preview?: (input: Input, context: ToolContext) => Promise<readonly ContentPart[]>;
  /** Left out: the runtime's default. `false`: none. */
  readonly timeoutMs?: number | false;
  /** Left out: the runtime's default. `false`: the operation bounds its own output. */
  readonly truncation?: TruncationPolicy | false;
  /** What it cannot work without: a runtime that lacks one of these does not offer the tool. */
  readonly requires?: readonly ToolRequirement[];
  /** Throws a `ToolError` for whatever the model should read. */
  run(input: Input, context: ToolContext): Promise<Output>;
}
