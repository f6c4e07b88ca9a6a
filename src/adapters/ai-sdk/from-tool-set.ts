import {
  type AnyTool,
  type ContentPart,
  describeThrown,
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

/** What the SDK does not know about a tool and a runtime would like to. */
export type ForeignToolDetails = Partial<
  Pick<
    ToolDefinition<StandardSchema<unknown, never>, unknown>,
    "kind" | "executionProfile" | "facts" | "timeoutMs" | "truncation" | "deferred" | "annotations"
  >
>;

/** How `fromToolSet` takes tools in. */
export interface FromToolSetOptions extends ExportOptions {
  /** Says more about a tool, by its name in the set. Without it a call is asked about and runs alone. */
  readonly details?: (name: string) => ForeignToolDetails;
}

/**
 * The tools of an AI SDK tool set, for a runtime: `createToolRuntime({ tools: fromToolSet(tools) })`.
 *
 * Inputs are checked by the tool's own schema; `execute` gets the call's id and signal and no messages; of a stream of
 * outputs the last one counts and the others are progress; `toModelOutput` decides what the model reads. `needsApproval` is
 * not asked: the runtime's permissions decide, and ask by default. A tool without `execute`, or with a schema that is
 * loaded later, is left out with a warning; one whose name some provider refuses gets another one.
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
    const message = `The tool "${toolName}" cannot be taken in: ${reason}`;
    return { warning: { type: "tool-skipped", toolName, message } };
  }
}

function toTool(name: string, foreign: AiSdkForeignTool, details: ForeignToolDetails): AnyTool {
  const { execute, toModelOutput, description } = foreign;
  if (typeof execute !== "function") {
    throw new Error("it has no execute, so the SDK's provider or a client runs it.");
  }
  // What the model reads is worked out with the output, because it may take its time; an input is a call's own.
  const readable = new WeakMap<object, readonly ContentPart[]>();
  return defineTool({
    ...(details as object),
    name,
    description: description === undefined || description.trim() === "" ? `The tool ${name}.` : description,
    inputSchema: foreignSchema(foreign.inputSchema),
    async execute(input: unknown, context: ToolContext) {
      const options = {
        toolCallId: context.callId,
        messages: [],
        abortSignal: context.signal,
      };
      const output = await lastOutput(execute(input, options), context);
      if (typeof toModelOutput === "function" && isRecord(input)) {
        const shown: unknown = await toModelOutput({ toolCallId: context.callId, input, output });
        readable.set(input, toContentParts(shown, fail));
      }
      return output;
    },
    ...(typeof toModelOutput === "function" && {
      render: (output: unknown, input: unknown) =>
        (isRecord(input) ? readable.get(input) : undefined) ?? plain(output),
    }),
  });
}

/** The value of a call: awaited, and of a stream of outputs the last one. */
async function lastOutput(running: unknown, context: ToolContext): Promise<unknown> {
  const outcome: unknown = await running;
  if (typeof outcome !== "object" || outcome === null || !(Symbol.asyncIterator in outcome)) return outcome;
  let last: unknown;
  for await (const output of outcome as AsyncIterable<unknown>) {
    context.progress({ output: typeof output === "string" ? output : (JSON.stringify(output) ?? "") });
    last = output;
  }
  return last;
}

function plain(output: unknown): string {
  return typeof output === "string" ? output : (JSON.stringify(output) ?? "");
}

function fail(message: string): never {
  throw new ToolError(message);
}
