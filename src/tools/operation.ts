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
 * One action, implemented once: structured input in, structured output out, without a fixed name.
 *
 * A toolset adds a face: the model's names of the tool and its parameters, and the format of the output. Limits and the
 * parameter names in error messages are part of the input, so a face only passes them on.
 */
export interface Operation<Input, Output> {
  readonly kind: ToolKind;
  readonly annotations: ToolAnnotations;
  readonly executionProfile: ExecutionProfile<Input>;
  /** Facts that permission rules match on. */
  readonly facts: (input: Input, environment: ToolEnvironment) => ToolFacts;
  /** Preview for an approver; changes nothing. */
  readonly preview?: (input: Input, context: ToolContext) => Promise<readonly ContentPart[]>;
  /** Absent: the runtime's default. `false`: none. */
  readonly timeoutMs?: number | false;
  /** Absent: the runtime's default. `false`: the operation limits its own output. */
  readonly truncation?: TruncationPolicy | false;
  /** Services that it requires: a runtime that lacks one of them does not offer the tool. */
  readonly requires?: readonly ToolRequirement[];
  /** Throws a `ToolError` for every error that the model should read. */
  run(input: Input, context: ToolContext): Promise<Output>;
}
