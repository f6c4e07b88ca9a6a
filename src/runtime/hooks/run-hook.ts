import {
  createQuietController,
  describeThrown,
  ignoreRejection,
  readData,
  type ToolResult,
} from "../../contract/index.js";
import { ellipsized } from "../../text/index.js";
import { isRecord } from "../../values/index.js";
import { inTime } from "../host/in-time.js";
import { kindOf } from "../host/kind-of.js";
import { plainCopy } from "../host/plain-copy.js";
import type { HookProblem, HookReport, PreparedCall } from "../prepare/index.js";
import type { CallScope } from "../run/index.js";
import type { CallHook, HookCall, HookOptions, RuntimeServices } from "../services/index.js";

/** Longest text of a hook that the model reads, in UTF-16 code units: the limit of Claude Code's hooks. */
const MAX_HOOK_TEXT = 10_000;

/** Longest message about a failed hook, in UTF-16 code units. */
const MAX_PROBLEM = 500;

/** The answer of one hook: its fields, and what was wrong with it. */
export interface HookAnswer<Fields> {
  readonly hook: CallHook;
  readonly fields?: Fields | undefined;
  readonly problem?: HookProblem | undefined;
}

/** One event of a call, for its hooks. */
export interface HookEvent<Fields> {
  readonly event: HookProblem["event"];
  readonly signal: AbortSignal;
  /** Asks the approver a question of a hook. */
  readonly question: HookOptions["ask"];
  /** Calls the hook; `undefined` if the hook does not take the event. */
  readonly ask: (hook: CallHook, options: HookOptions) => unknown;
  /** Reads the answer of the hook, which may be any value. May throw. */
  readonly read: (answer: Readonly<Record<string, unknown>>) => Fields;
}

/** Runs the hooks of a runtime in parallel. Never rejects: a failed hook has a problem instead of fields. */
export function runHooks<Fields>(
  { services }: CallScope,
  event: HookEvent<Fields>,
): Promise<readonly HookAnswer<Fields>[]> {
  return Promise.all(services.hooks.map((hook) => runHook(hook, services, event)));
}

async function runHook<Fields>(
  hook: CallHook,
  { clock, timeoutMs, aborts, backend }: RuntimeServices,
  { event, signal, question, ask, read }: HookEvent<Fields>,
): Promise<HookAnswer<Fields>> {
  const ending = createQuietController();
  let onAbort = () => {};
  try {
    const stopped = new Promise<never>((_resolve, reject) => {
      onAbort = () => reject(new Error("The run was stopped."));
    });
    if (signal.aborted) onAbort();
    else aborts.add(signal, onAbort);
    const asking = new Promise<unknown>((settle) =>
      settle(ask(hook, { signal: ending.signal, backend, ask: question })),
    );
    ignoreRejection(asking);
    const answer = await inTime(Promise.race([asking, stopped]), {
      clock,
      limitMs: hook.timeoutMs ?? timeoutMs,
      what: `The hook '${hook.name}'`,
    });
    if (answer === undefined || answer === null) return { hook };
    if (!isRecord(answer)) throw new TypeError(`The hook returned ${kindOf(answer)} instead of an object.`);
    return { hook, fields: read(answer) };
  } catch (thrown) {
    const problem = ellipsized(describeThrown(thrown), MAX_PROBLEM);
    return { hook, problem: { hook: hook.name, event, problem } };
  } finally {
    aborts.delete(signal, onAbort);
    ending.abort();
  }
}

/** Returns a text of a hook, bounded and redacted; `undefined` if it has none. */
export function hookText(
  answer: Readonly<Record<string, unknown>>,
  name: string,
  { redact }: RuntimeServices,
): string | undefined {
  const text = answer[name];
  if (text === undefined || text === null || text === "") return undefined;
  if (typeof text !== "string") throw new TypeError(`Its ${name} is ${kindOf(text)} instead of a string.`);
  return ellipsized(redact === undefined ? text : redact(text), MAX_HOOK_TEXT);
}

/** Returns a copy of the input that a hook wrote; `undefined` if it wrote none. */
export function hookInput(input: unknown): Readonly<Record<string, unknown>> | undefined {
  if (input === undefined) return undefined;
  if (!isRecord(input)) throw new TypeError(`Its input is ${kindOf(input)} instead of an object.`);
  const { value, problem } = readData(input);
  if (problem !== undefined) throw new TypeError(`Its input ${problem}.`);
  return value as Readonly<Record<string, unknown>>;
}

/** Returns the call as a hook receives it. Each hook gets its own copy of the input. */
export function hookCall({ call, tool, input, decision, session }: PreparedCall): HookCall {
  return { id: call.id, tool, requestedName: call.name, input: plainCopy(input), decision, session };
}

/** Adds the texts of hooks to the end of a result, and their problems to its metadata. */
export function withHookReport(result: ToolResult, report: HookReport | undefined): ToolResult {
  if (report === undefined || (report.texts.length === 0 && report.problems.length === 0)) return result;
  const { texts, problems } = report;
  return {
    ...result,
    content: [...result.content, ...texts.map((text) => ({ type: "text" as const, text }))],
    ...(problems.length > 0 && { metadata: { ...result.metadata, hooks: problems } }),
  };
}

/** Returns a text of a hook with its name. */
export function namedText({ hook }: HookAnswer<unknown>, text: string): string {
  return `Hook '${hook.name}': ${text}`;
}
