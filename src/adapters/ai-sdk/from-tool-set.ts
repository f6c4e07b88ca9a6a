import {
  type AnyTool,
  type ContentPart,
  describeThrown,
  ignoreRejection,
  ignoreRejectionsIn,
  readData,
  type StandardSchema,
  type ToolContext,
  type ToolDefinition,
  ToolError,
} from "../../contract/index.js";
import { defineTool } from "../../schema/index.js";
import { isRecord } from "../../values/index.js";
import { type ExportOptions, PORTABLE_NAMES, type ToolWarning, wireName } from "../tool-export/index.js";
import { foreignSchema } from "./foreign-schema.js";
import { toContentParts } from "./to-content-parts.js";
import type { AiSdkForeignTool } from "./wire-types.js";

/** Properties of a tool that the SDK does not know and a runtime uses. */
export type ForeignToolDetails = Partial<
  Pick<
    ToolDefinition<StandardSchema<unknown, never>, unknown>,
    "kind" | "executionProfile" | "facts" | "timeoutMs" | "truncation" | "deferred" | "annotations"
  >
>;

/** Members and list items of the output that a tool shows a model. */
const MAX_OUTPUT_VALUES = 1_000_000;

/** Options of `fromToolSet`. */
export interface FromToolSetOptions extends ExportOptions {
  /** Returns details of a tool by its name in the set. Without details a call asks for approval and runs alone. */
  readonly details?: (name: string) => ForeignToolDetails;
}

/**
 * Converts an AI SDK tool set for a runtime: `createToolRuntime({ tools: fromToolSet(tools) })`.
 *
 * Inputs are checked by the tool's own schema. `execute` receives the call's id and signal and no messages; of a stream of
 * outputs the last one is the result and the others are progress; `toModelOutput` determines what the model reads.
 * `needsApproval` is ignored: the runtime's permissions decide, and ask by default. A tool without `execute`, or with a
 * schema that is loaded later, is omitted with a warning; so is one whose description is a function that fails without the
 * SDK's context; a tool whose name some provider refuses gets another name.
 *
 * @example
 * const runtime = createToolRuntime({ tools: fromToolSet({ weather }) });
 */
export function fromToolSet(
  toolSet: Readonly<Record<string, AiSdkForeignTool>>,
  options: FromToolSetOptions = {},
): AnyTool[] {
  const { onWarning = () => {}, details = () => ({}) } = options;
  const tools: AnyTool[] = [];
  for (const [name, foreign] of Object.entries(toolSet)) {
    const taken = takeIn(name, foreign, details);
    if (taken.tool !== undefined) tools.push(taken.tool);
    if (taken.warning !== undefined) onWarning(taken.warning);
  }
  return tools;
}

function takeIn(
  toolName: string,
  foreign: AiSdkForeignTool,
  details: (name: string) => ForeignToolDetails,
): { readonly tool?: AnyTool; readonly warning?: ToolWarning } {
  const name = wireName(toolName, PORTABLE_NAMES);
  try {
    const tool = toTool(name, foreign, details(toolName));
    if (name === toolName) return { tool };
    const message = `Some providers refuse the name ${JSON.stringify(toolName)}; the tool is called "${name}" here.`;
    return { tool, warning: { type: "tool-renamed", toolName, message } };
  } catch (error) {
    const reason = describeThrown(error);
    const message = `The tool "${toolName}" cannot be converted: ${reason}`;
    return { warning: { type: "tool-skipped", toolName, message } };
  }
}

function toTool(name: string, foreign: AiSdkForeignTool, details: ForeignToolDetails): AnyTool {
  const { execute, toModelOutput, description } = foreign;
  if (typeof execute !== "function") {
    throw new Error("it has no execute, so the SDK's provider or a client runs it.");
  }
  // The model's text is computed with the output, because it may be asynchronous; each call has its own input.
  const readable = new WeakMap<object, readonly ContentPart[]>();
  return defineTool({
    ...(details as object),
    name,
    description: descriptionOf(description) ?? `The tool ${name}.`,
    inputSchema: foreignSchema(foreign.inputSchema),
    async execute(input: unknown, context: ToolContext) {
      const options = {
        toolCallId: context.callId,
        messages: [],
        abortSignal: context.signal,
      };
      const output = await lastOutput(execute(input, options), context);
      ignoreRejectionsIn(output);
      if (typeof toModelOutput === "function" && isRecord(input)) {
        const given: unknown = await toModelOutput({ toolCallId: context.callId, input, output });
        const { value: shown, problem } = readData(given, { maxValues: MAX_OUTPUT_VALUES });
        // The tool has run, so its output is shown instead.
        if (problem === undefined) readable.set(input, toContentParts(shown, fail));
        else context.note({ toModelOutput: `It returned a value that ${problem}.` });
      }
      return output;
    },
    ...(typeof toModelOutput === "function" && {
      render: (output: unknown, input: unknown) =>
        (isRecord(input) ? readable.get(input) : undefined) ?? plain(output),
    }),
  });
}

/** Returns a description, or what a description that is a function returns without a context. */
function descriptionOf(description: unknown): string | undefined {
  const text: unknown = typeof description === "function" ? description({ context: {} }) : description;
  return typeof text === "string" && text.trim() !== "" ? text : undefined;
}

/** Returns the value of a call: awaited, or the last output of a stream. */
async function lastOutput(running: unknown, context: ToolContext): Promise<unknown> {
  const outcome: unknown = await running;
  if (typeof outcome !== "object" || outcome === null || !(Symbol.asyncIterator in outcome)) return outcome;
  let last: unknown;
  for await (const output of outcome as AsyncIterable<unknown>) {
    context.progress({ output: plain(output) });
    last = output;
  }
  return last;
}

function plain(output: unknown): string {
  return typeof output === "string" ? output : (JSON.stringify(output, withoutRejection) ?? "");
}

/** Marks the promises that getters return as handled. */
function withoutRejection(_name: string, value: unknown): unknown {
  ignoreRejection(value);
  return value;
}

function fail(message: string): never {
  throw new ToolError(message);
}
