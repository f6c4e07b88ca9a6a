import type { ExecuteOptions, ToolRuntime } from "../../runtime/index.js";
import { type ExportOptions, exportDefinitions, PORTABLE_NAMES, wireName } from "../tool-export/index.js";
import { createCallQueue } from "./call-queue.js";
import { inputSchema } from "./input-schema.js";
import { toModelOutput } from "./to-model-output.js";
import type { AiSdkRuntimeTool } from "./wire-types.js";

/** Options of `toToolSet`. */
export interface ToToolSetOptions extends ExportOptions, Pick<ExecuteOptions, "session"> {}

/** Part of a runtime that `toToolSet` uses. */
export type ToolSetRuntime = Pick<ToolRuntime, "tools" | "executeBatch">;

/**
 * Converts the tools of a runtime to a tool set that the SDK runs in its own loop of steps.
 *
 * Each call uses the whole pipeline: repair, validation, permissions, scheduling, bounded output. Calls that the SDK starts
 * together run as one batch, so that calls on the same resource keep their order. The SDK's signal aborts a call. A failure
 * caused by the model is never thrown: it is an output for the model. Without `onApproval`, a call that needs approval is
 * answered with a note that it waits.
 *
 * @example
 * const { text } = await generateText({ model, prompt, tools: toToolSet(runtime), stopWhen: stepCountIs(30) });
 */
export function toToolSet(
  runtime: ToolSetRuntime,
  options: ToToolSetOptions = {},
): Record<string, AiSdkRuntimeTool> {
  const { session, ...exportOptions } = options;
  const tools = runtime.tools();
  const ownNames = new Map(tools.map(({ name }) => [wireName(name, PORTABLE_NAMES), name]));
  const enqueue = createCallQueue((calls, signal) => runtime.executeBatch(calls, { signal, session }));
  const entries = exportDefinitions(tools, exportOptions).map(
    ({ name, description, schema }): [string, AiSdkRuntimeTool] => [
      name,
      {
        ...(description !== "" && { description }),
        inputSchema: inputSchema(schema),
        execute: (input, { toolCallId, abortSignal }) =>
          enqueue({ id: toolCallId, name: ownNames.get(name) ?? name, input }, abortSignal),
        toModelOutput: ({ output }) => toModelOutput(output),
      },
    ],
  );
  return Object.fromEntries(entries);
}
