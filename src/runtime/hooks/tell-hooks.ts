import type { ToolResult } from "../../contract/index.js";
import { plainCopy } from "../host/plain-copy.js";
import type { PreparedCall } from "../prepare/index.js";
import type { CallScope } from "../run/index.js";
import type { HookOptions } from "../services/index.js";
import { hookCall, hookText, namedText, runHooks, withHookReport } from "./run-hook.js";

/**
 * Tells the hooks the result of a call that ran, and adds their texts and those from before the call to it. A run that
 * was stopped does not wait for its hooks.
 */
export async function tellHooks(
  result: ToolResult,
  prepared: PreparedCall,
  scope: CallScope,
  question: HookOptions["ask"],
): Promise<ToolResult> {
  const { services, stop } = scope;
  const { texts = [], problems = [] } = prepared.hooked ?? {};
  if (stop.stopped) return withHookReport(result, { texts, problems });
  const answers = await runHooks(scope, {
    event: "afterCall",
    signal: stop.signal,
    question,
    ask: (hook, options) => hook.afterCall?.(hookCall(prepared), plainCopy(result) as ToolResult, options),
    read: (answer) => ({
      block: hookText(answer, "block", services),
      replacement: hookText(answer, "replacement", services),
      context: hookText(answer, "context", services),
    }),
  });
  const told = answers.flatMap((answer) => {
    const { block, context } = answer.fields ?? {};
    return [
      ...(block === undefined ? [] : [namedText(answer, `objects to this result: ${block}`)]),
      ...(context === undefined ? [] : [namedText(answer, context)]),
    ];
  });
  const replaced = answers.findLast(({ fields }) => fields?.replacement !== undefined)?.fields?.replacement;
  const shown: ToolResult =
    replaced === undefined ? result : { ...result, content: [{ type: "text", text: replaced }] };
  return withHookReport(shown, {
    texts: [...texts, ...told],
    problems: [...problems, ...answers.flatMap(({ problem }) => (problem === undefined ? [] : [problem]))],
  });
}
