import type { ToolEnvironment, ToolFacts, ToolKind, ToolSource } from "../policy/index.js";
import type {
  ContentPart,
  InferOutput,
  JsonObjectSchema,
  JsonSchema,
  StandardIssue,
  StandardResult,
  StandardSchema,
  TruncationPolicy,
} from "../values/index.js";
import type { NativeForms } from "./native-forms.js";
import type { ResourceKey } from "./resource-key.js";
import type { ProgressUpdate, ToolContext } from "./tool-context.js";

/**
 * A requirement of a tool. If the runtime does not meet it, a model is not offered the tool, which could only fail. Without
 * a shell, a call by its name ends with `not-supported`; without any other requirement the tool is not registered.
 */
export type ToolRequirement =
  | "shell"
  | "powershell"
  | "model"
  | "web-pages"
  | "web-search"
  | "threads"
  | "diagnostics";

/** Hints as defined by the Model Context Protocol. The runtime never bases a decision on them. */
export interface ToolAnnotations {
  /** Name for people. */
  readonly title?: string;
  /** The tool changes nothing. */
  readonly readOnlyHint?: boolean;
  /** The tool may delete or overwrite. */
  readonly destructiveHint?: boolean;
  /** A second call with the same input changes nothing more. */
  readonly idempotentHint?: boolean;
  /** The tool reaches systems outside this machine. */
  readonly openWorldHint?: boolean;
}

/**
 * A function that converts the input that a model sent to the input of the tool. Must be pure and must not throw.
 *
 * A parameter without an effect on the result is reported to the model. `parameters` lists the names that the function
 * understands: a name that is one typing error away from one of them is refused with the correct name.
 */
export type InputMapping = ((input: Readonly<Record<string, unknown>>) => Record<string, unknown>) & {
  readonly parameters?: readonly string[];
};

/** Another name of a tool, as its author defines it. */
export interface ToolAliasDefinition {
  /** The other name; same pattern as the tool's name. */
  readonly name: string;
  /**
   * The parameters under this name. A mode that names the alias in `includeTools` shows it to the model with this schema
   * and its `description`, instead of the tool's own name or beside it. An input under this name is validated by this schema,
   * then converted by `mapInput`, then validated by the tool's schema. Default: no schema; the alias is understood but not
   * shown.
   */
  readonly inputSchema?: StandardSchema;
  /** The description under this name; needs `inputSchema`. Default: the tool's. */
  readonly description?: string;
  /** Converts the input that the model sent under this name to the tool's input. Must not throw. Default: unchanged. */
  readonly mapInput?: InputMapping;
}

/** Another name of a tool, with its own parameters if `mapInput` converts them to the tool's. */
export interface ToolAlias {
  /** The other name. */
  readonly name: string;
  /** Converts the input that the model sent under this name to the tool's input. Must not throw. */
  readonly mapInput?: InputMapping;
  /** The schema and description to show a model under this name. */
  readonly shown?: AliasFace;
}

/** The face of a tool under the name of an alias with a schema. */
export interface AliasFace {
  /** The description for the model. */
  readonly description: string;
  /** The schema to show a model. */
  readonly inputSchema: JsonObjectSchema;
  /** Parses an input with the author's schema of the alias. */
  readonly validateInput: (input: unknown) => StandardResult<unknown> | Promise<StandardResult<unknown>>;
}

/**
 * Scheduling information of a tool. Without it, a call conflicts with every other call (the Amp
 * specification).
 */
export interface ExecutionProfile<Input> {
  /** A serial call conflicts with every other call. */
  readonly serial?: boolean;
  /**
   * Returns the resources of a call; called with the validated, preprocessed input. Must be pure; a throw
   * counts as no profile.
   */
  readonly resourceKeys?: (input: Input, environment: ToolEnvironment) => readonly ResourceKey[];
}

/** An input that the schema of a tool refused. */
export interface InputValidationError {
  /** The issues of the schema; a zod schema adds its own fields. */
  readonly issues: readonly StandardIssue[];
  /** The default message. */
  readonly message: string;
}

/**
 * The definition of a tool by its author; {@link defineTool} converts it to a {@link Tool}.
 *
 * @typeParam Schema - any Standard Schema, or `jsonSchema({...})`
 * @typeParam Output - return value of `execute`; becomes `result` of the tool result
 */
export interface ToolDefinition<Schema extends StandardSchema, Output> {
  /** Must match `^[a-zA-Z_][a-zA-Z0-9_-]{0,62}$`, the pattern that every provider accepts. */
  readonly name: string;
  /** Written for the model: the tool's effect, when to use it, what it returns. */
  readonly description: string;
  /** The parameters. Its output type is the type of `input` in every function of the definition. */
  readonly inputSchema: Schema;
  /** Checked after `execute`; a mismatch is an `invalid-output` error. */
  readonly outputSchema?: StandardSchema<unknown, unknown>;
  /** Default `"other"`, for which the approver is asked. */
  readonly kind?: ToolKind;
  /** Default `"host"`. */
  readonly source?: ToolSource;
  /** Other names of the tool. One with an `inputSchema` is shown in modes that name it. */
  readonly aliases?: readonly (string | ToolAliasDefinition)[];
  /** Alternative names of parameters: `{ path: ["file_path", "filePath"] }`. */
  readonly parameterAliases?: Readonly<Record<string, readonly string[]>>;
  /**
   * Same as the alias's `mapInput`, for the tool's own name: other tools of that name have other parameters.
   * Must not throw.
   */
  readonly mapInput?: NonNullable<ToolAlias["mapInput"]>;
  /** The resources that a call uses, so that calls without a conflict run at the same time. Default: a call conflicts with every other call. */
  readonly executionProfile?: ExecutionProfile<InferOutput<Schema>>;
  /** Returns the facts that permission rules match on. Without it, rules match by name and kind only. */
  readonly facts?: (input: InferOutput<Schema>, environment: ToolEnvironment) => ToolFacts;
  /**
   * Returns the content for the approver, for example a diff; called only for a question. Must not change
   * anything.
   */
  readonly preview?: (input: InferOutput<Schema>, context: ToolContext) => Promise<readonly ContentPart[]>;
  /**
   * Returns the message that the model reads when its input is not valid. Default: a message that names each field,
   * the expected and the received value. The default is also used if the function throws or returns no text.
   */
  readonly formatValidationError?: (error: InputValidationError) => string;
  /**
   * Prepares the tool, once, before the first call of `execute`: opens a connection, loads data. If it throws, the call
   * fails and the next call tries again. Default: nothing.
   */
  readonly init?: () => unknown;
  /** Adjusts the validated input, before permission is judged. */
  readonly preprocessArgs?: (input: InferOutput<Schema>, environment: ToolEnvironment) => InferOutput<Schema>;
  /**
   * Milliseconds without progress after which a call ends; `false` for no timeout. Default: the runtime's.
   */
  readonly timeoutMs?: number | false;
  /**
   * The limits of this tool; absent ones are the runtime's. `false` if the tool limits its own output: then only the
   * ceiling of a result applies (`MAX_RESULT_BYTES` of `collet/truncation`).
   */
  readonly truncation?: TruncationPolicy | false;
  /** Requirements of the tool; if the runtime lacks one of them, the tool is not registered. */
  readonly requires?: readonly ToolRequirement[];
  /** Listed by name only until the model requests its schema. */
  readonly deferred?: boolean;
  /** The tools of vendors that it implements. Default: none. */
  readonly native?: NativeForms;
  /** Hints for MCP clients. Default: none. */
  readonly annotations?: ToolAnnotations;
  /** Values for the host; the runtime reads only those that its docs name. Default: none. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /**
   * Does the work. Throw a `ToolError` for a failure that the model should read. Of an async generator, each yielded value
   * is progress (a text, or an update as for `context.progress`), and the return value is the output.
   */
  readonly execute: (
    input: InferOutput<Schema>,
    context: ToolContext,
  ) => Output | Promise<Output> | AsyncGenerator<string | ProgressUpdate, Output>;
  /** Returns the content for the model. Default: a string unchanged, any other value as JSON. */
  readonly render?: (output: Output, input: InferOutput<Schema>) => string | readonly ContentPart[];
}

/**
 * A tool as the runtime uses it: checked, converted and frozen.
 *
 * Create it only with {@link defineTool}. The type parameters serve `runtime.invoke`; a list of tools is
 * `AnyTool[]`.
 */
export interface Tool<Name extends string = string, Input = unknown, Output = unknown, Accepts = Input> {
  /** The canonical name. */
  readonly name: Name;
  /** Never present at run time: carries the type that the schema accepts before it fills in defaults. */
  readonly types?: { readonly accepts: Accepts };
  /** The description for the model. */
  readonly description: string;
  /** The schema to show a model: draft 2020-12, without redundant keywords. */
  readonly inputSchema: JsonObjectSchema;
  /** JSON Schema of the output. Absent if the author declared none. */
  readonly outputSchema?: JsonSchema;
  /** The kind that permissions decide by. */
  readonly kind: ToolKind;
  /** The origin of the tool. */
  readonly source: ToolSource;
  /** Other names that calls may use. */
  readonly aliases: readonly ToolAlias[];
  /** Alternative names of parameters, by parameter. */
  readonly parameterAliases: Readonly<Record<string, readonly string[]>>;
  /** Converts an input that came under the tool's own name. */
  readonly mapInput?: NonNullable<ToolAlias["mapInput"]>;
  /** Scheduling information. Absent: a call conflicts with every other call. */
  readonly executionProfile?: ExecutionProfile<Input>;
  /** Returns the facts that permission rules match on. */
  readonly facts?: (input: Input, environment: ToolEnvironment) => ToolFacts;
  /** Returns the content for the approver. */
  readonly preview?: (input: Input, context: ToolContext) => Promise<readonly ContentPart[]>;
  /** Returns the message about an invalid input. */
  readonly formatValidationError?: (error: InputValidationError) => string;
  /** Adjusts the validated input, before permission is judged. */
  readonly preprocessArgs?: (input: Input, environment: ToolEnvironment) => Input;
  /** Milliseconds without progress after which a call ends; `false` for no timeout. Absent: the runtime's. */
  readonly timeoutMs?: number | false;
  /** The limits of the output; `false` if the tool limits it itself. Absent: the runtime's. */
  readonly truncation?: TruncationPolicy | false;
  /** Requirements that the runtime must meet. */
  readonly requires?: readonly ToolRequirement[];
  /** Whether the tool is listed by name only until the model requests its schema. */
  readonly deferred: boolean;
  /** The tools of vendors that it implements. */
  readonly native?: NativeForms;
  /** Hints for MCP clients. */
  readonly annotations: ToolAnnotations;
  /** Values for the host. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Parses an input with the author's schema. */
  readonly validateInput: (input: unknown) => StandardResult<Input> | Promise<StandardResult<Input>>;
  /** Checks an output with the author's schema. */
  readonly validateOutput?: (output: unknown) => StandardResult<unknown> | Promise<StandardResult<unknown>>;
  /** Does the work of a call. */
  readonly execute: (input: Input, context: ToolContext) => Output | Promise<Output>;
  /** Returns the content for the model. */
  readonly render?: (output: Output, input: Input) => string | readonly ContentPart[];
}

/** A tool of any types; the element of every list of tools. */
// biome-ignore lint/suspicious/noExplicitAny: input and output are invariant, so only `any` holds every tool.
export type AnyTool = Tool<string, any, any, any>;
