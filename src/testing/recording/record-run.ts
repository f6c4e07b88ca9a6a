import type { ApprovalHandler, ToolCall, ToolEvent, ToolResult } from "../../contract/index.js";
import type { ToolRuntime } from "../../runtime/index.js";
import { type KeysOf, requireOptions } from "../../values/index.js";
import { recordedResult, withoutCwd } from "./portable-values.js";
import { RECORDING_FORMAT, type RecordedAnswer, type RecordedStep, type Recording } from "./recording.js";

/** A runtime whose run is recorded. */
export interface RunRecorder<Runtime extends ReplayableRuntime = ToolRuntime> {
  /**
   * The runtime to use. Its calls of `execute`, `executeBatch`, `stream` and `resume` are recorded, in the order in
   * which they started. Calls of `invoke` are not.
   */
  readonly runtime: Runtime;
  /** Returns the run so far, as JSON. Calls that are still running are omitted. */
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
  requireOptions("recordRun", options, { onApproval: true } satisfies KeysOf<RecordOptions>);
  const { onApproval } = options;
  const answers: RecordedAnswer[] = [];
  const runtime = await createRuntime(
    onApproval === undefined ? {} : { onApproval: recordedHandler(onApproval, answers) },
  );
  const { cwd } = runtime.defaultSession;
  const steps: (RecordedStep | undefined)[] = [];
  const recorded = (results: readonly ToolResult[]) => results.map((result) => recordedResult(result, cwd));
  const record = async (
    run: Promise<readonly ToolResult[]>,
    step: (results: ReturnType<typeof recorded>) => RecordedStep,
  ) => {
    // The step gets its index at once, because runs may overlap.
    const index = steps.push(undefined) - 1;
    const results = await run;
    steps[index] = step(recorded(results));
    return results;
  };
  const recordCalls = (calls: readonly ToolCall[], run: Promise<readonly ToolResult[]>) => {
    const asked = withoutCwd(calls, cwd);
    return record(run, (results) => ({ type: "calls", calls: asked, results }));
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
    resume: (results, given, options) =>
      record(runtime.resume(results, given, options), (continued) => ({
        type: "resume",
        callIds: results.map(({ callId }) => callId),
        answers: withoutCwd(given, cwd),
        results: continued,
      })),
  };
  return {
    runtime: new Proxy(runtime, {
      get: (target, property) =>
        Object.hasOwn(own, property) ? Reflect.get(own, property) : Reflect.get(target, property, target),
    }),
    recording: () => ({
      format: RECORDING_FORMAT,
      asksHost: onApproval !== undefined,
      steps: steps.filter((step) => step !== undefined),
      answers: withoutCwd(answers, cwd),
    }),
  };
}

function recordedHandler(onApproval: ApprovalHandler, answers: RecordedAnswer[]): ApprovalHandler {
  return async (request, options) => {
    const { callId, toolName } = request;
    try {
      const answer = await onApproval(request, options);
      answers.push({ callId, toolName, answer });
      return answer;
    } catch (error) {
      answers.push({ callId, toolName, answer: { threw: String(error) } });
      throw error;
    }
  };
}

async function* recordStream(
  calls: readonly ToolCall[],
  events: AsyncIterable<ToolEvent>,
  recordCalls: (calls: readonly ToolCall[], run: Promise<readonly ToolResult[]>) => Promise<unknown>,
): AsyncIterable<ToolEvent> {
  const results: ToolResult[] = [];
  let over!: (results: readonly ToolResult[]) => void;
  void recordCalls(
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
