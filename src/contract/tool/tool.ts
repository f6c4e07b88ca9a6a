import type { ToolEnvironment, ToolFacts, ToolKind, ToolSource } from "../policy/index.js";
import type {
  ContentPart,
  InferOutput,
  JsonObjectSchema,
  JsonSchema,
  StandardResult,
  StandardSchema,
  TruncationPolicy,
} from "../values/index.js";
import type { ResourceKey } from "./resource-key.js";
import type { ToolContext } from "./tool-context.js";
import type { ToolRequirement } from "./tool-requirement.js";

/** Hints in the words of the Model Context Protocol. The runtime never trusts them for a decision. */
export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** Another name under which a tool answers, with its own parameters if `mapInput` turns them into the tool's. */
export interface ToolAlias {
  readonly name: string;
  /** The input as the model sent it under this name, as the tool's own input. Must not throw. */
  readonly mapInput?: (input: Readonly<Record<string, unknown>>) => Record<string, unknown>;
}

/** What the scheduler knows about a tool. Without one, a call conflicts with every other call (seed 001). */
export interface ExecutionProfile<Input> {
  /** A serial call conflicts with every other call. */
  readonly serial?: boolean;
  /** The resources a call touches; called with the validated, preprocessed input. Pure; a throw counts as no profile. */
  readonly resourceKeys?: (input: Input, environment: ToolEnvironment) => readonly ResourceKey[];
}

/**
 * What a tool author writes; {@link defineTool} turns it into a {@link Tool}.
 *
 * @typeParam Schema - any Standard Schema, or `jsonSchema({...})`
 * @typeParam Output - what `execute` gives back; becomes `result` of the tool result
 */
export interface ToolDefinition<Schema extends StandardSchema, Output> {
  /** Must fit `^[a-zA-Z_][a-zA-Z0-9_-]{0,62}$`, the pattern that every provider accepts. */
  readonly name: string;
  /** Written for the model: what the tool does, when to use it, what it answers. */
  readonly description: string;
  readonly inputSchema: Schema;
  /** Checked after `execute`; a mismatch is an `invalid-output` error. */
  readonly outputSchema?: StandardSchema<unknown, unknown>;
  /** Default `"other"`, for which permission is asked. */
  readonly kind?: ToolKind;
  /** Default `"host"`. */
  readonly source?: ToolSource;
  readonly aliases?: readonly (string | ToolAlias)[];
  /** Other names of parameters: `{ path: ["file_path", "filePath"] }`. */
  readonly parameterAliases?: Readonly<Record<string, readonly string[]>>;
  /** What the alias's `mapInput` is, for the tool's own name: other tools of that name have other parameters. Must not throw. */
  readonly mapInput?: NonNullable<ToolAlias["mapInput"]>;
  readonly executionProfile?: ExecutionProfile<InferOutput<Schema>>;
  /** What permission rules see. Without it, rules match by name and kind only. */
  readonly facts?: (input: InferOutput<Schema>, environment: ToolEnvironment) => ToolFacts;
  /** What an approver sees, a diff for example; computed only when somebody is asked. Must not change anything. */
  readonly preview?: (input: InferOutput<Schema>, context: ToolContext) => Promise<readonly ContentPart[]>;
  /** Last touch on the validated input, before permission is judged. */
  readonly preprocessArgs?: (input: InferOutput<Schema>, environment: ToolEnvironment) => InferOutput<Schema>;
  /** Milliseconds without progress after which a call ends; `false` for none. Default: the runtime's. */
  readonly timeoutMs?: number | false;
  /** Replaces the runtime's policy for this tool; `false` when the tool bounds its own output. */
  readonly truncation?: TruncationPolicy | false;
  /** What it cannot work without; where the runtime lacks one of these, the tool is not registered. */
  readonly requires?: readonly ToolRequirement[];
  /** Listed by name only until its schema is asked for. */
  readonly deferred?: boolean;
  readonly annotations?: ToolAnnotations;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Does the work. Throw a `ToolError` for a failure the model should read. */
  readonly execute: (input: InferOutput<Schema>, context: ToolContext) => Output | Promise<Output>;
  /** What the model reads. Default: a string as it is, anything else as JSON. */
  readonly render?: (output: Output, input: InferOutput<Schema>) => string | readonly ContentPart[];
}

/**
 * A tool as the runtime holds it: checked, converted and frozen.
 *
 * Made by {@link defineTool} only. The type parameters serve `runtime.invoke`; a list of tools is `AnyTool[]`.
 */
export interface Tool<Name extends string = string, Input = unknown, Output = unknown, Accepts = Input> {
  readonly name: Name;
  /** Never there at run time: carries the type that the schema accepts before it fills in defaults. */
  readonly types?: { readonly accepts: Accepts };
  readonly description: string;
  /** The schema to show a model, draft 2020-12, free of noise. */
  readonly inputSchema: JsonObjectSchema;
  readonly outputSchema?: JsonSchema;
  readonly kind: ToolKind;
  readonly source: ToolSource;
  readonly aliases: readonly ToolAlias[];
  readonly parameterAliases: Readonly<Record<string, readonly string[]>>;
  readonly mapInput?: NonNullable<ToolAlias["mapInput"]>;
  readonly executionProfile?: ExecutionProfile<Input>;
  readonly facts?: (input: Input, environment: ToolEnvironment) => ToolFacts;
  readonly preview?: (input: Input, context: ToolContext) => Promise<readonly ContentPart[]>;
  readonly preprocessArgs?: (input: Input, environment: ToolEnvironment) => Input;
  readonly timeoutMs?: number | false;
  readonly truncation?: TruncationPolicy | false;
  readonly requires?: readonly ToolRequirement[];
  readonly deferred: boolean;
  readonly annotations: ToolAnnotations;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Parses an input with the author's own schema. */
  readonly validateInput: (input: unknown) => StandardResult<Input> | Promise<StandardResult<Input>>;
  readonly validateOutput?: (output: unknown) => StandardResult<unknown> | Promise<StandardResult<unknown>>;
  readonly execute: (input: Input, context: ToolContext) => Output | Promise<Output>;
  readonly render?: (output: Output, input: Input) => string | readonly ContentPart[];
}

/** A tool of whatever types; the element of every list of tools. */
// biome-ignore lint/suspicious/noExplicitAny: input and output are invariant, so only `any` holds every tool.
export type AnyTool = Tool<string, any, any, any>;
