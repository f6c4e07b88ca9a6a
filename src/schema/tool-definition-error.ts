/** The problem of a tool definition. */
export type ToolDefinitionErrorCode =
  | "invalid-definition"
  | "invalid-name"
  | "missing-description"
  | "missing-execute"
  | "invalid-alias"
  | "invalid-parameter-alias"
  | "not-a-schema"
  | "no-json-schema"
  | "empty-schema"
  | "not-an-object-schema"
  | "root-union"
  | "not-representable"
  | "invalid-json-schema";

/** The tool of a {@link ToolDefinitionError}, and the cause. */
export interface ToolDefinitionErrorOptions {
  /** Machine-readable reason. */
  readonly code: ToolDefinitionErrorCode;
  /** Absent if a schema is refused before it belongs to a tool. */
  readonly toolName?: string;
  /** The error that caused this one. */
  readonly cause?: unknown;
}

/**
 * A programming error in a tool definition, found when the tool is defined and not when a model calls it.
 *
 * The message names the tool, the problem and the remedy. Unlike a `ToolError` it never reaches a model.
 */
export class ToolDefinitionError extends TypeError {
  readonly code: ToolDefinitionErrorCode;
  readonly toolName?: string;

  constructor(message: string, options: ToolDefinitionErrorOptions) {
    super(
      options.toolName === undefined ? message : `Tool "${options.toolName}": ${message}`,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = "ToolDefinitionError";
    this.code = options.code;
    if (options.toolName !== undefined) this.toolName = options.toolName;
  }
}
