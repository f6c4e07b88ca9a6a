import { ignoreRejectionsIn, type ToolSession } from "../../contract/index.js";
import { explainDecision } from "../../permissions/index.js";
import type { ToolMap, ToolRuntime } from "../../runtime/index.js";
import { isRecord, requireOptions } from "../../values/index.js";
import { verdictOf } from "../framework-calls/index.js";
import { PORTABLE_NAMES, wireName } from "../tool-export/index.js";

/** Status of a call for the SDK's `toolApproval`. */
export type AiSdkApprovalStatus =
  | undefined
  | { readonly type: "user-approval" | "denied"; readonly reason: string };

/** Function of `toolApproval` for one tool. */
export type AiSdkToolApproval = (
  input: unknown,
  options: { readonly toolCallId: string },
) => Promise<AiSdkApprovalStatus>;

/**
 * Creates the `toolApproval` of AI SDK 7 from the rules of a runtime: a call that the rules ask about waits for the SDK's
 * user with the reason, and a denied call is denied without a question.
 *
 * `toToolSet` alone asks as well; this adds the reason that the SDK's user reads. A runtime with `onApproval` asks its own
 * approver, and the SDK does not ask.
 *
 * @example
 * const tools = toToolSet(runtime);
 * const result = streamText({ model, messages, tools, toolApproval: toToolApproval(runtime) });
 */
export function toToolApproval<Tools extends ToolMap>(
  runtime: Pick<ToolRuntime<Tools>, "tools" | "explain" | "hasApprover" | "invoke">,
  options: { readonly session?: ToolSession | undefined } = {},
): { [Name in keyof Tools & string]: AiSdkToolApproval } {
  ignoreRejectionsIn(options);
  requireOptions("toToolApproval", options, { session: true });
  const { session } = options;
  const entries = runtime
    .tools(undefined, session === undefined ? {} : { session })
    .map(({ name }): [string, AiSdkToolApproval] => [
      wireName(name, PORTABLE_NAMES),
      async (input, callOptions: unknown) => {
        ignoreRejectionsIn(callOptions);
        const asked = isRecord(callOptions) ? callOptions.toolCallId : undefined;
        const id = typeof asked === "string" ? asked : crypto.randomUUID();
        const decision = await verdictOf(runtime, { id, name, input }, session);
        if (decision === undefined) return undefined;
        const type = decision.verdict === "ask" ? ("user-approval" as const) : ("denied" as const);
        return { type, reason: explainDecision(decision) };
      },
    ]);
  return Object.fromEntries(entries) as { [Name in keyof Tools & string]: AiSdkToolApproval };
}
