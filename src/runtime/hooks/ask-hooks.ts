import { describeThrown, ignoreRejection, type Verdict } from "../../contract/index.js";
import { kindOf } from "../host/kind-of.js";
import { denialOf, type HookReport, type PreparedCall, prepareCall } from "../prepare/index.js";
import type { CallScope } from "../run/index.js";
import type { RuntimeServices } from "../services/index.js";
import { type CallFailure, callFailure, reasonSentence } from "../values/index.js";
import { allowedByHook } from "./allowed-by-hook.js";
import {
  type HookAnswer,
  type HookEvent,
  hookCall,
  hookInput,
  hookText,
  namedText,
  runHooks,
} from "./run-hook.js";

/** A call after the hooks have decided about it. */
export interface HookedCall {
  readonly prepared: PreparedCall;
  /** Set if the call must not run. */
  readonly failure?: CallFailure | undefined;
}

/** The fields of an answer, as far as they are valid. */
interface BeforeFields {
  readonly verdict?: Verdict | undefined;
  readonly reason?: string | undefined;
  readonly input?: Readonly<Record<string, unknown>> | undefined;
  readonly context?: string | undefined;
}

const VERDICTS: readonly unknown[] = ["allow", "ask", "deny"] satisfies readonly Verdict[];

/**
 * Lets the hooks decide about a call that the rules do not deny. Never rejects.
 *
 * A deny of any hook wins. An input that a hook wrote is prepared and judged from the start, so a rule that denies it
 * still does. Then the strictest verdict counts.
 */
export async function askHooks(
  prepared: PreparedCall,
  scope: CallScope,
  { signal, question }: Pick<HookEvent<unknown>, "signal" | "question">,
): Promise<HookedCall> {
  const { services } = scope;
  if (services.hooks.length === 0) return { prepared };
  const answers = await runHooks<BeforeFields>(scope, {
    event: "beforeCall",
    signal,
    question,
    ask: (hook, options) => hook.beforeCall?.(hookCall(prepared), options),
    read: (answer) => readBefore(answer, services),
  });
  const report = reportOf(answers);
  const denied = answers.find(({ fields }) => fields?.verdict === "deny");
  if (denied !== undefined) return denial({ ...prepared, hooked: report }, denied);
  const changing = answers.findLast(({ fields }) => fields?.input !== undefined);
  const changed = await rewritten({ ...prepared, hooked: report }, changing, services);
  if (changed.failure !== undefined) return changed;
  return { prepared: withVerdict(changed.prepared, answers, services) };
}

/** Reads an answer. The verdict comes first: a deny counts even if the rest cannot be read. */
function readBefore(answer: Readonly<Record<string, unknown>>, services: RuntimeServices): BeforeFields {
  const { verdict } = answer;
  if (verdict !== undefined && !VERDICTS.includes(verdict))
    throw new TypeError(`Its verdict must be "allow", "ask" or "deny", but it is ${kindOf(verdict)}.`);
  try {
    const { input } = answer;
    return {
      verdict: verdict as Verdict | undefined,
      reason: hookText(answer, "reason", services),
      input: hookInput(input),
      context: hookText(answer, "context", services),
    };
  } catch (thrown) {
    if (verdict !== "deny" && verdict !== "ask") throw thrown;
    ignoreRejection(thrown);
    return { verdict, reason: `The rest of its answer cannot be read: ${describeThrown(thrown)}` };
  }
}

function reportOf(answers: readonly HookAnswer<BeforeFields>[]): HookReport {
  return {
    texts: answers.flatMap((answer) =>
      answer.fields?.context === undefined ? [] : [namedText(answer, answer.fields.context)],
    ),
    problems: answers.flatMap(({ problem }) => (problem === undefined ? [] : [problem])),
  };
}

function denial(prepared: PreparedCall, { hook, fields }: HookAnswer<BeforeFields>): HookedCall {
  const reason = fields?.reason;
  const message = `Permission to run '${prepared.tool.name}' with this input was denied by the hook '${hook.name}'.${reasonSentence(reason)} Do not try the same call again; choose another way or ask the user.`;
  return {
    prepared: { ...prepared, decision: { verdict: "deny", source: "hook", ...(reason && { reason }) } },
    failure: callFailure("permission-denied", message, "rejected-by-user"),
  };
}

/** Prepares a call again with the input that a hook wrote. */
async function rewritten(
  prepared: PreparedCall,
  answer: HookAnswer<BeforeFields> | undefined,
  services: RuntimeServices,
): Promise<HookedCall> {
  if (answer?.fields?.input === undefined) return { prepared };
  const { call, tool, session, hooked } = prepared;
  const { input } = answer.fields;
  const again = await prepareCall({ ...call, name: tool.name, input }, session, services);
  const before = `The hook '${answer.hook.name}' changed the input of this call, and it has not run.`;
  if (again.status === "failed") {
    const { error } = again.failure;
    const failure = { ...again.failure, error: { ...error, message: `${before} ${error.message}` } };
    return { prepared, failure };
  }
  const changed: PreparedCall = {
    ...again,
    call,
    hooked: { ...(hooked as HookReport), rewritten: { input } },
  };
  if (again.tool.name !== tool.name)
    return { prepared, failure: callFailure("invalid-input", `${before} It is for another tool.`) };
  if (again.decision.verdict === "deny") return { prepared: changed, failure: denialOf(again) };
  return { prepared: changed };
}

/** Applies the strictest verdict of the hooks to a call that none of them denies. */
function withVerdict(
  prepared: PreparedCall,
  answers: readonly HookAnswer<BeforeFields>[],
  services: RuntimeServices,
): PreparedCall {
  const { decision } = prepared;
  const asking = answers.find(({ fields }) => fields?.verdict === "ask");
  if (asking !== undefined) {
    if (decision.verdict !== "allow") return prepared;
    const reason = asking.fields?.reason ?? `The hook '${asking.hook.name}' asks about it.`;
    return { ...prepared, decision: { verdict: "ask", source: "hook", reason } };
  }
  const allowing = answers.find(({ fields }) => fields?.verdict === "allow");
  if (allowing === undefined || decision.verdict !== "ask") return prepared;
  return { ...prepared, decision: allowedByHook(prepared, allowing.fields?.reason, services) };
}
