import type { FilePart, ImagePart, ToolCall, ToolResult } from "../../contract/index.js";
import type { ToolRuntime } from "../../runtime/index.js";
import { createCallRunner, type RunOptions, verdictOf } from "../framework-calls/index.js";
import { imageTypeOf, omittedPart, piecesText, resultPieces } from "../result-content/index.js";
import { parseToolCalls } from "./parse-tool-calls.js";
import { type ToToolsOptions, toTools } from "./to-tools.js";

/** Options of `toAgentTools`. */
export interface ToAgentToolsOptions extends Omit<ToToolsOptions, "api">, RunOptions {}

/** Part of a runtime that `toAgentTools` uses. */
export type AgentToolsRuntime = Pick<ToolRuntime, "tools" | "executeBatch" | "explain" | "hasApprover">;

/** Part of a run's context that is used. */
export interface AgentRunContext {
  isToolApproved(approval: { toolName: string; callId: string }): boolean | undefined;
}

/** Part of a result for the Agents SDK. */
export type AgentToolOutput =
  | { type: "text"; text: string }
  | { type: "image"; image: { data: string; mediaType: string } };

/** Function tool of the Agents SDK, as its `tool()` creates it. */
export interface AgentFunctionTool {
  type: "function";
  name: string;
  description: string;
  // biome-ignore lint/suspicious/noExplicitAny: the SDK's own type of a schema is open.
  parameters: any;
  strict: boolean;
  isEnabled: () => Promise<boolean>;
  needsApproval: (context: AgentRunContext, input: unknown, callId?: string) => Promise<boolean>;
  invoke: (
    context: AgentRunContext,
    written: string,
    details?: { readonly toolCall?: { readonly callId: string }; readonly signal?: AbortSignal },
  ) => Promise<string | AgentToolOutput[]>;
}

const ACCEPTED_MEDIA = "PNG, JPEG, GIF and WebP images";

/**
 * Converts the tools of a runtime to function tools of the OpenAI Agents SDK.
 *
 * Each call uses the whole pipeline: repair, validation, permissions, scheduling, bounded output. Calls that the SDK starts
 * together run as one batch. A failure is a text for the model, never thrown.
 *
 * A runtime with `onApproval` asks its approver. Without it, a call that the rules ask about is an interruption of the run:
 * `state.approve(interruption)` and a new `run(agent, state)` continue it, even in another process. Arguments that are not
 * JSON are an interruption as well, by the SDK itself; their call never runs.
 *
 * @example
 * const agent = new Agent({ name: "Coder", tools: toAgentTools(runtime) });
 */
export function toAgentTools(
  runtime: AgentToolsRuntime,
  options: ToAgentToolsOptions = {},
): AgentFunctionTool[] {
  const { session, ...exportOptions } = options;
  const tools = runtime.tools(undefined, session === undefined ? {} : { session });
  const run = createCallRunner(runtime, { session });
  return toTools(tools, exportOptions).map(({ type, name, description = "", parameters, strict }) => {
    const callOf = (id: string, written: unknown): ToolCall => {
      const item = { type: "function_call", call_id: id, name, arguments: written };
      const [call] = parseToolCalls([item], { tools });
      return call ?? { id, name, input: written };
    };
    return {
      type,
      name,
      description,
      parameters,
      strict: strict === true,
      isEnabled: async () => true,
      needsApproval: async (_context, input, callId = crypto.randomUUID()) =>
        (await verdictOf(runtime, callOf(callId, input), session))?.verdict === "ask",
      invoke: async (context, written, details) => {
        const { callId = crypto.randomUUID() } = details?.toolCall ?? {};
        const isApproved =
          !runtime.hasApprover && context.isToolApproved({ toolName: name, callId }) === true;
        return toOutput(await run(callOf(callId, written), { signal: details?.signal, isApproved }));
      },
    };
  });
}

function toOutput(result: ToolResult): string | AgentToolOutput[] {
  const pieces = resultPieces(result, toImage, (part) => omittedPart(part, ACCEPTED_MEDIA));
  if (!pieces.some((piece) => piece.type === "media")) return piecesText(pieces);
  return pieces.map((piece) => (piece.type === "text" ? { type: "text", text: piece.text } : piece.media));
}

function toImage({ data }: ImagePart | FilePart): AgentToolOutput | undefined {
  const mediaType = imageTypeOf(data);
  return mediaType === undefined ? undefined : { type: "image", image: { data, mediaType } };
}
