import { kindOf } from "../host/kind-of.js";
import type { PreparedCall } from "../prepare/index.js";
import type { CallScope } from "../run/index.js";
import type { CallQuestionAnswer } from "../services/index.js";
import { type HookEvent, hookCall, hookInput, hookText, runHooks } from "./run-hook.js";

/** A question after the hooks have seen it. */
export interface HookedQuestion {
  /** The call with the problems of the hooks. */
  readonly prepared: PreparedCall;
  /** The answer that replaces the approver's; `undefined` if no hook answers. */
  readonly answer?: CallQuestionAnswer | undefined;
}

/**
 * Lets the hooks answer the question whether a call may run, before the approver is asked. Never rejects. A no of any hook
 * wins; of several inputs the last counts.
 */
export async function answerWithHooks(
  prepared: PreparedCall,
  scope: CallScope,
  { signal, question }: Pick<HookEvent<unknown>, "signal" | "question">,
): Promise<HookedQuestion> {
  const { services } = scope;
  if (!services.hooks.some(({ answerQuestion }) => answerQuestion !== undefined)) return { prepared };
  const answers = await runHooks<CallQuestionAnswer>(scope, {
    event: "answerQuestion",
    signal,
    question,
    ask: (hook, options) => hook.answerQuestion?.(hookCall(prepared), options),
    read: (answer) => {
      const { approved, input } = answer;
      if (typeof approved !== "boolean")
        throw new TypeError(`Its approved must be true or false, but it is ${kindOf(approved)}.`);
      if (!approved) return { approved, reason: hookText(answer, "reason", services) };
      return { approved, input: hookInput(input) };
    },
  });
  const fields = answers.flatMap((answer) => (answer.fields === undefined ? [] : [answer.fields]));
  const problems = answers.flatMap(({ problem }) => (problem === undefined ? [] : [problem]));
  const { hooked } = prepared;
  const reported = {
    ...prepared,
    hooked: { texts: [], ...hooked, problems: [...(hooked?.problems ?? []), ...problems] },
  };
  const answer =
    fields.find(({ approved }) => !approved) ??
    fields.findLast(({ input }) => input !== undefined) ??
    fields.at(0);
  return { prepared: problems.length === 0 ? prepared : reported, answer };
}
