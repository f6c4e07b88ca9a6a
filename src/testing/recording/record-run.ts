import {
  type ApprovalHandler,
  describeThrown,
  ignoreRejectionsIn,
  type ToolCall,
  type ToolEvent,
  type ToolResult,
} from "../../contract/index.js";
import { copyJsonInSteps, readMembers, type ToolRuntime } from "../../runtime/index.js";
import { isUnreadable, requireFunction, requireObject, unusable } from "../require-arguments.js";
import { recordedResult, withoutCwd } from "./portable-values.js";
import { RECORDING_FORMAT, type RecordedAnswer, type RecordedStep, type Recording } from "./recording.js";

/** A runtime whose run is recorded. */
export interface RunRecorder<Runtime extends ReplayableRuntime = ToolRuntime> {
  /**
   * The runtime to use. Its calls of `execute`, `executeBatch`, `stream` and `resume` are recorded, in the order in
   * which they started. Calls of `invoke` are not.
   */
  readonly runtime: Runtime;
  /**
   * Returns the run so far, as JSON. Calls that are still running are omitted. Throws an `Error` if a call or an answer of a
   * finished step has no JSON form.
   */
  recording(): Recording;
}

/** Options for recording a run. */
export interface RecordOptions {
  /** The approval handler of the host; its answers are recorded. */
  readonly onApproval?: ApprovalHandler;
}

/**
 * Creates a runtime and records its run, to {@link replay} it later as a test.
 *
 * A recording does not contain files: replay it over the same ones. Paths below the working directory are stored relative
 * to it, so the replay may run in another folder.
 *
 * @example
 * const recorder = await recordRun((hooks) => createToolRuntime({ cwd, ...hooks }), { onApproval: () => true });
 * await recorder.runtime.executeBatch(calls);
 * await writeFile("run.json", JSON.stringify(recorder.recording(), null, 2));
 */
export async function recordRun<Runtime extends ReplayableRuntime>(
  createRuntime: RuntimeFactory<Runtime>,
  options: RecordOptions = {},
): Promise<RunRecorder<Runtime>> {
  requireFunction("createRuntime of recordRun", createRuntime);
  const { onApproval } = readMembers<RecordOptions>(options, "The options of recordRun", {
    onApproval: true,
  });
  if (onApproval !== undefined) requireFunction("onApproval of recordRun", onApproval);
  const answers: RecordedAnswer[] = [];
  const hooks = onApproval === undefined ? {} : { onApproval: recordedHandler(onApproval, answers) };
  const runtime = await madeRuntime("recordRun", createRuntime(hooks));
  const { cwd } = runtime.defaultSession;
  const steps: (RecordedStep | UnwrittenStep | undefined)[] = [];
  const recorded = (results: readonly ToolResult[]) => results.map((result) => recordedResult(result, cwd));
  const record = async (
    run: Promise<readonly ToolResult[]>,
    step: (results: ReturnType<typeof recorded>) => Promise<RecordedStep>,
  ) => {
    // The step gets its index at once, because runs may overlap.
    const index = steps.push(undefined) - 1;
    const results = await run;
    steps[index] = await step(recorded(results)).catch((thrown) => ({ unwritten: describeThrown(thrown) }));
    return results;
  };
  /** Copies a value at once, because the host may change it during the run. */
  const written = <Value>(given: Value): Promise<Value> => {
    const copy = copyJsonInSteps(given).then((json) => withoutCwd(json, cwd) as Value);
    copy.catch(() => {});
    return copy;
  };
  const recordCalls = (calls: readonly ToolCall[], run: Promise<readonly ToolResult[]>) => {
    const asked = written(calls);
    return record(run, async (results) => ({ type: "calls", calls: await asked, results }));
  };

  const own: Partial<ReplayableRuntime> = {
    execute: async (call, options) => {
      const run = runtime.execute(call, options);
      await recordCalls(
        [call],
        run.then((result) => [result]),
      );
      return run;
    },
    executeBatch: (calls, options) => recordCalls(calls, runtime.executeBatch(calls, options)),
    stream: (calls, options) => recordStream(calls, runtime.stream(calls, options), recordCalls),
    resume: (results, given, options) => {
      const run = runtime.resume(results, given, options);
      const answers = written(given);
      return record(run, async (continued) => ({
        type: "resume",
        callIds: results.map(({ callId }) => callId),
        answers: await answers,
        results: continued,
      }));
    },
  };
  return {
    runtime: new Proxy(runtime, {
      get: (target, property) =>
        Object.hasOwn(own, property) ? Reflect.get(own, property) : Reflect.get(target, property, target),
    }),
    recording: () => ({
      format: RECORDING_FORMAT,
      asksHost: onApproval !== undefined,
      steps: steps.filter((step) => step !== undefined).map(writtenStep),
      answers: withoutCwd(answers, cwd),
    }),
  };
}

/** A step whose calls or answers have no JSON form; the member is the reason. */
interface UnwrittenStep {
  readonly unwritten: string;
}

function writtenStep(step: RecordedStep | UnwrittenStep, index: number): RecordedStep {
  if (!("unwritten" in step)) return step;
  throw new Error(
    `Step ${index + 1} of the run cannot be recorded, because its calls or answers cannot be written as JSON: ${step.unwritten}`,
  );
}

const RUNTIME_MEMBERS = {
  execute: "function",
  executeBatch: "function",
  stream: "function",
  resume: "function",
  defaultSession: "object",
} as const;

/** Returns the runtime that the `createRuntime` of a function has returned; rejects for a value that is not one. */
export async function madeRuntime<Runtime extends ReplayableRuntime>(
  owner: string,
  made: Runtime | Promise<Runtime>,
): Promise<Runtime> {
  const what = `The runtime that createRuntime of ${owner} returns`;
  const form = "a runtime of createToolRuntime({...})";
  if (isUnreadable(made)) throw unusable(what, form, made);
  const runtime = await made;
  requireObject(what, runtime, { form, members: RUNTIME_MEMBERS });
  const members = { cwd: "string" } as const;
  requireObject(`The defaultSession of the runtime of ${owner}`, runtime.defaultSession, { members });
  return runtime;
}

function recordedHandler(onApproval: ApprovalHandler, answers: RecordedAnswer[]): ApprovalHandler {
  return async (request, options) => {
    const { callId, toolName } = request;
    try {
      const answer = await onApproval(request, options);
      // A call whose answer cannot be read fails, as if there were none.
      const copy = (await copyJsonInSteps(answer).catch(() => ({
        threw: "The answer could not be read.",
      }))) as RecordedAnswer["answer"];
      answers.push({ callId, toolName, answer: copy });
      return answer;
    } catch (error) {
      ignoreRejectionsIn(error);
      answers.push({ callId, toolName, answer: { threw: shownError(error) } });
      throw error;
    }
  };
}

function shownError(error: unknown): string {
  try {
    return String(error);
  } catch {
    return describeThrown(error);
  }
}

async function* recordStream(
  calls: readonly ToolCall[],
  events: AsyncIterable<ToolEvent>,
  recordCalls: (calls: readonly ToolCall[], run: Promise<readonly ToolResult[]>) => Promise<unknown>,
): AsyncIterable<ToolEvent> {
  const results: ToolResult[] = [];
  let over!: (results: readonly ToolResult[]) => void;
  const recorded = recordCalls(
    calls,
    new Promise((resolve) => {
      over = resolve;
    }),
  );
  for await (const event of events) {
    if (event.type === "tool-result") results.push(event.result);
    yield event;
  }
  // Results arrive in the order in which calls end; a batch returns them in call order.
  const order = calls.map(({ id }) => id);
  over(results.sort((first, second) => order.indexOf(first.callId) - order.indexOf(second.callId)));
  await recorded;
}

/** The approval handler to pass to the runtime; empty if questions are returned as results. */
export interface RuntimeHooks {
  readonly onApproval?: ApprovalHandler;
}

/** The members of a runtime that the recorder and the replay use. */
export type ReplayableRuntime = Pick<
  ToolRuntime,
  "execute" | "executeBatch" | "stream" | "resume" | "defaultSession" | typeof Symbol.asyncDispose
>;

/** Creates the runtime of a run: `(hooks) => createToolRuntime({ ...options, ...hooks })`. */
export type RuntimeFactory<Runtime extends ReplayableRuntime = ReplayableRuntime> = (
  hooks: RuntimeHooks,
) => Runtime | Promise<Runtime>;
