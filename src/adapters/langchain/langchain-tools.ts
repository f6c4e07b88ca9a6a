import { ToolMessage } from "@langchain/core/messages";
import { DynamicStructuredTool } from "@langchain/core/tools";
import type { ApprovalAnswer, ApprovalRequest, ToolResult } from "../../contract/index.js";
import { describeRequest } from "../../permissions/index.js";
import type { ExecuteOptions, ToolRuntime } from "../../runtime/index.js";
import { isRecord, type KeysOf, requireOptions } from "../../values/index.js";
import { createCallRunner } from "../framework-calls/index.js";
import {
  EXPORT_OPTION_NAMES,
  type ExportOptions,
  exportDefinitions,
  PORTABLE_NAMES,
  wireName,
} from "../tool-export/index.js";
import { toToolResults } from "./to-tool-results.js";

/** Options of `langchainTools`. */
export interface LangChainToolsOptions extends ExportOptions, Pick<ExecuteOptions, "session"> {}

const OPTION_NAMES = {
  ...EXPORT_OPTION_NAMES,
  session: true,
} as const satisfies KeysOf<LangChainToolsOptions>;

/** Part of a runtime that `langchainTools` uses. */
export type LangChainRuntime = Pick<ToolRuntime, "tools" | "executeBatch" | "resume">;

/** Value of the interrupt of a graph that waits for an approval. Plain JSON. */
export interface LangChainApproval {
  readonly type: "tool-approval";
  readonly toolCallId: string;
  /** The request as text for the approver: `describeRequest(request)`. */
  readonly text: string;
  readonly request: ApprovalRequest;
}

/**
 * Converts the tools of a runtime to LangChain tools that run: for `createAgent`, a `ToolNode`, or `tool.invoke(call)`.
 *
 * Each call uses the whole pipeline: repair, validation, permissions, scheduling, bounded output. Calls that a graph starts
 * together run as one batch. A failure is a message with the status `error`, never thrown. The `artifact` of a message is
 * the result of the runtime.
 *
 * A runtime with `onApproval` asks its approver. Without it, a call that the rules ask about interrupts a graph with a
 * checkpointer: the value is a {@link LangChainApproval}, and `new Command({ resume: true })` or an `ApprovalAnswer`
 * continues it, even in another process. Without a checkpointer the model reads that the call waits.
 *
 * @example
 * const agent = createAgent({ model, tools: langchainTools(runtime), checkpointer });
 */
export function langchainTools(
  runtime: LangChainRuntime,
  options: LangChainToolsOptions = {},
): DynamicStructuredTool[] {
  requireOptions("langchainTools", options, OPTION_NAMES);
  const { session, ...exportOptions } = options;
  const tools = runtime.tools(undefined, session === undefined ? {} : { session });
  const ownNames = new Map(tools.map(({ name }) => [wireName(name, PORTABLE_NAMES), name]));
  const run = createCallRunner(runtime, { session });
  return exportDefinitions(tools, exportOptions).map(
    ({ name, description, schema }) =>
      new RuntimeTool({
        name,
        description,
        schema,
        func: async (input: unknown, _manager, config) => {
          const { signal } = (config ?? {}) as { readonly signal?: AbortSignal };
          const asked = toolCallIdOf(config);
          const id = asked ?? crypto.randomUUID();
          const call = { id, name: ownNames.get(name) ?? name, input };
          const result = await answered(await run(call, { signal }), {
            config,
            resume: (blocked, answer) => runtime.resume([blocked], { [id]: answer }, { signal, session }),
          });
          const [message] = toToolResults([result]);
          if (asked === undefined) return message?.content;
          return new ToolMessage({
            ...(message as ConstructorParameters<typeof ToolMessage>[0]),
            artifact: result,
          });
        },
      }),
  );
}

/** Tool whose input only the runtime validates: LangChain would refuse what the runtime repairs. */
class RuntimeTool extends DynamicStructuredTool {
  override call(...parameters: Parameters<DynamicStructuredTool["call"]>) {
    const open: this = Object.create(this, { schema: { value: { type: "object" } } });
    return super.call.apply(open, parameters) as never;
  }
}

/** Returns the result of a call; interrupts the graph if the call waits for an approval and the graph can wait. */
async function answered(
  result: ToolResult,
  {
    config,
    resume,
  }: {
    readonly config: unknown;
    readonly resume: (result: ToolResult, answer: boolean | ApprovalAnswer) => Promise<readonly ToolResult[]>;
  },
): Promise<ToolResult> {
  const interrupt = interruptOf(config);
  if (result.status !== "blocked-on-user" || interrupt === undefined) return result;
  const { approval: request, callId: toolCallId } = result;
  const value: LangChainApproval = {
    type: "tool-approval",
    toolCallId,
    text: describeRequest(request),
    request,
  };
  // Throws the first time, which ends the step; returns the answer when the graph is resumed and the call is made again.
  const answer = interrupt(value) as boolean | ApprovalAnswer;
  const [continued] = await resume(result, answer);
  return continued ?? result;
}

function interruptOf(config: unknown): ((value: unknown) => unknown) | undefined {
  if (!isRecord(config)) return undefined;
  const { interrupt, configurable } = config;
  const canWait = isRecord(configurable) && Boolean(configurable.__pregel_checkpointer);
  if (typeof interrupt === "function" && canWait) return interrupt as (value: unknown) => unknown;
  return interruptOf(config.config);
}

function toolCallIdOf(config: unknown): string | undefined {
  const call = isRecord(config) ? config.toolCall : undefined;
  return isRecord(call) && typeof call.id === "string" ? call.id : undefined;
}
