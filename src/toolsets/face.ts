import {
  type ContentPart,
  type InferInput,
  type InferOutput,
  type NativeForms,
  type StandardSchema,
  type Tool,
  type ToolAliasDefinition,
  type ToolContext,
  type ToolEnvironment,
  ToolError,
} from "../contract/index.js";
import { defineTool } from "../schema/index.js";
import { type Operation, trimDiff } from "../tools/index.js";
import { withoutUndefined } from "../values/index.js";

/** The part of a call's context that its presentation depends on. */
export type FaceEnvironment = Pick<ToolContext, "offers">;

/** Presentation of an operation for the model: names, texts and two mappings, without behaviour. */
export interface Face<
  Name extends string,
  Schema extends StandardSchema,
  OperationInput,
  OperationOutput,
  Result,
> {
  readonly name: Name;
  /** Description for the model, in this toolset's wording. */
  readonly description: string;
  readonly inputSchema: Schema;
  readonly aliases?: readonly (string | ToolAliasDefinition)[];
  readonly parameterAliases?: Readonly<Record<string, readonly string[]>>;
  /** The tools of vendors that it implements. */
  readonly native?: NativeForms;
  /** Adjusts the validated input before permission is judged. Pure. */
  readonly prepare?: (input: InferOutput<Schema>, environment: ToolEnvironment) => InferOutput<Schema>;
  /** `"trimmed"`: the diff of a question has no common indentation. Default: the whole diff. */
  readonly preview?: "trimmed";
  readonly toInput: (input: InferOutput<Schema>) => OperationInput;
  /** Returns the toolset's words for an error of the operation. Default: unchanged. */
  readonly toError?: (error: ToolError, input: InferOutput<Schema>) => string;
  /** Converts the value to the toolset's documented shape. */
  readonly toResult: (
    output: OperationOutput,
    input: InferOutput<Schema>,
    environment: FaceEnvironment,
  ) => Result;
  /** Returns the model's text. Default: a string result unchanged, anything else as JSON. */
  readonly render?: (
    result: Result,
    details: {
      readonly input: InferOutput<Schema>;
      /** Absent if the result does not come from this run. */
      readonly output: OperationOutput | undefined;
      /** Returns whether the session may call a tool; `false` if the result does not come from this run. */
      readonly offers: FaceEnvironment["offers"];
    },
  ) => string | readonly ContentPart[];
}

/**
 * Combines an operation with a face to the tool that a toolset shows.
 *
 * @example
 * const read = face(readOperation, {
 *   name: "Read",
 *   description: "Reads a file.",
 *   inputSchema: z.object({ path: z.string() }),
 *   toInput: ({ path }) => ({ path }),
 *   toResult: (output) => JSON.stringify(output),
 * });
 */
export function face<
  const Name extends string,
  Schema extends StandardSchema,
  OperationInput,
  OperationOutput,
  Result,
>(
  operation: Operation<OperationInput, OperationOutput>,
  options: Face<Name, Schema, OperationInput, OperationOutput, Result>,
): Tool<Name, InferOutput<Schema>, Result, InferInput<Schema>> {
  type Input = InferOutput<Schema>;
  const { toInput, toResult, prepare, render } = options;
  const { executionProfile, preview } = operation;
  const { serial, resourceKeys } = executionProfile;
  // A result has only the documented shape, but its rendering may need more. A string cannot be a key of a WeakMap, so the
  // input of the call is used instead.
  const runs = new WeakMap<
    object,
    { readonly output: OperationOutput; readonly offers: ToolContext["offers"] }
  >();
  const keyOf = (result: unknown, input: Input): unknown => (isObject(result) ? result : input);

  return defineTool({
    name: options.name,
    description: options.description,
    inputSchema: options.inputSchema,
    kind: operation.kind,
    source: "builtin",
    annotations: operation.annotations,
    ...(options.aliases && { aliases: options.aliases }),
    ...(options.parameterAliases && { parameterAliases: options.parameterAliases }),
    executionProfile: {
      ...(serial !== undefined && { serial }),
      ...(resourceKeys && {
        resourceKeys: (input: Input, environment: ToolEnvironment) =>
          resourceKeys(toInput(input), environment),
      }),
    },
    facts: (input, environment) => operation.facts(toInput(input), environment),
    ...(preview && {
      preview: async (input, context) => {
        const parts = await preview(toInput(input), context);
        return options.preview === "trimmed" ? parts.map(trimmedPart) : parts;
      },
    }),
    ...(prepare && { preprocessArgs: prepare }),
    ...withoutUndefined({
      timeoutMs: operation.timeoutMs,
      truncation: operation.truncation,
      requires: operation.requires,
    }),
    ...(options.native && { native: options.native }),
    async execute(input, context) {
      const output = await orReworded(operation.run(toInput(input), context), options.toError, input);
      const { offers } = context;
      const result = toResult(output, input, { offers });
      const key = keyOf(result, input);
      if (isObject(key)) runs.set(key, { output, offers });
      return result;
    },
    ...(render && {
      render: (result: Result, input: Input) => {
        const key = keyOf(result, input);
        const { output, offers = offersNothing } = (isObject(key) && runs.get(key)) || {};
        return render(result, { input, output, offers });
      },
    }),
  });
}

async function orReworded<Output, Input>(
  output: Promise<Output>,
  toError: ((error: ToolError, input: Input) => string) | undefined,
  input: Input,
): Promise<Output> {
  if (toError === undefined) return output;
  try {
    return await output;
  } catch (error) {
    // A change that is half done states each path; those words must not be lost.
    if (!ToolError.isInstance(error) || error.outcomes !== undefined) throw error;
    const { code, absolutePath, retryable } = error;
    throw new ToolError(toError(error, input), { code, absolutePath, retryable, cause: error });
  }
}

function trimmedPart(part: ContentPart): ContentPart {
  return part.type === "text" ? { ...part, text: trimDiff(part.text) } : part;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function offersNothing(): boolean {
  return false;
}
