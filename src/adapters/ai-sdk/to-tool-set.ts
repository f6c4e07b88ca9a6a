import { ignoreRejectionsIn, type ToolResult } from "../../contract/index.js";
import type { ExecuteOptions, ToolMap, ToolRuntime } from "../../runtime/index.js";
import { type KeysOf, requireOptions } from "../../values/index.js";
import { createCallRunner, verdictOf } from "../framework-calls/index.js";
import {
  EXPORT_OPTION_NAMES,
  type ExportOptions,
  exportDefinitions,
  PORTABLE_NAMES,
  wireName,
} from "../tool-export/index.js";
import { isApprovedInMessages } from "./approvals-in-messages.js";
import { type AiSdkMajor, majorOf, toModelOutput } from "./to-model-output.js";
import { inputSchema } from "./to-tools.js";
import type { AiSdkRuntimeTool } from "./wire-types.js";

/** Options of `toToolSet`. */
export interface ToToolSetOptions extends ExportOptions, Pick<ExecuteOptions, "session"> {
  /**
   * Major version of the SDK. Default: detected at the first call; until then images are sent in the form that both
   * versions accept.
   */
  readonly sdk?: AiSdkMajor | undefined;
}

const OPTION_NAMES = {
  ...EXPORT_OPTION_NAMES,
  session: true,
  sdk: true,
} as const satisfies KeysOf<ToToolSetOptions>;

/** Part of a runtime that `toToolSet` uses. */
export type ToolSetRuntime<Tools extends ToolMap = ToolMap> = Pick<
  ToolRuntime<Tools>,
  "tools" | "executeBatch" | "explain" | "hasApprover" | "invoke"
>;

/** Tools of a runtime for the SDK, each with the types of its input and result. */
export type AiSdkToolSet<Tools extends ToolMap = ToolMap> = {
  [Name in keyof Tools & string]: AiSdkRuntimeTool<Tools[Name]["input"], Tools[Name]["output"]>;
};

/**
 * Converts the tools of a runtime to a tool set that the SDK, version 6 or 7, runs in its own loop of steps.
 *
 * Each call uses the whole pipeline: repair, validation, permissions, scheduling, bounded output. Calls that the SDK starts
 * together run as one batch, so that calls on the same resource keep their order. The SDK's signal aborts a call. A failure
 * caused by the model is never thrown: it is an output for the model.
 *
 * A runtime with `onApproval` asks its approver while the call runs. Without it, a call that the rules ask about uses the
 * SDK's own approval flow: the SDK returns a `tool-approval-request`, and runs the call, in this process or another, when
 * the messages contain the approval.
 *
 * @example
 * const { text } = await generateText({ model, prompt, tools: toToolSet(runtime), stopWhen: stepCountIs(30) });
 */
export function toToolSet<Tools extends ToolMap = ToolMap>(
  runtime: ToolSetRuntime<Tools>,
  options: ToToolSetOptions = {},
): AiSdkToolSet<Tools> {
  requireOptions("toToolSet", options, OPTION_NAMES);
  const { session, sdk, ...exportOptions } = options;
  let major = sdk;
  const tools = runtime.tools(undefined, session === undefined ? {} : { session });
  const ownNames = new Map(tools.map(({ name }) => [wireName(name, PORTABLE_NAMES), name]));
  const run = createCallRunner(runtime, { session });
  const entries = exportDefinitions(tools, exportOptions).map(
    ({ name, description, schema }): [string, AiSdkRuntimeTool] => {
      const callOf = (id: string, input: unknown) => ({ id, name: ownNames.get(name) ?? name, input });
      return [
        name,
        {
          ...(description !== "" && { description }),
          inputSchema: inputSchema(schema),
          needsApproval: async (input, callOptions) => {
            major ??= majorOf(callOptions);
            const decision = await verdictOf(runtime, callOf(callOptions.toolCallId, input), session);
            return decision?.verdict === "ask";
          },
          execute: (input, callOptions) => {
            ignoreRejectionsIn(callOptions);
            const { toolCallId, abortSignal, messages } = callOptions;
            major ??= majorOf(callOptions);
            const isApproved = !runtime.hasApprover && isApprovedInMessages(messages, toolCallId);
            return run(callOf(toolCallId, input), { signal: abortSignal, isApproved });
          },
          toModelOutput: ({ output }: { readonly output: ToolResult }) =>
            toModelOutput(output, { sdk: major }),
        },
      ];
    },
  );
  // Only the compiler knows the types of the tools.
  return Object.fromEntries(entries) as unknown as AiSdkToolSet<Tools>;
}
