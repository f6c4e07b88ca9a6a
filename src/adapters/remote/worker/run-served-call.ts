import { isConnectionLost } from "../../../backends/remote/index.js";
import { isRecord } from "../../../values/index.js";
import {
  type CallAnswer,
  type CallNews,
  READ_ONLY_KINDS,
  type WireCall,
  type WireEnd,
  type WireResult,
  type WireSession,
  type WireShown,
} from "../../calls/wire/index.js";
import { boundResult, WorkerCall, wireResult } from "../../calls/worker/index.js";
import type { AdmittedCalls } from "./admitted-calls.js";
import type { CallRecords } from "./call-records.js";
import { statesBefore } from "./file-state.js";
import { type ServedRuntime, shownText } from "./served-runtime.js";

/** Most bytes of the value of a result, and of its content, in the JSON of one frame, which has 8 MiB. */
const MAX_RESULT_BYTES = 2_097_152;

/** A call of the host and the way back to it. */
export interface ServedCallOptions {
  readonly id: string;
  readonly session: WireSession;
  readonly request: WireCall;
  /** The resources of the call as the host judged them. */
  readonly shown: unknown;
  /** Whether the host judged it by the text of its paths. */
  readonly isExpected: boolean;
  readonly opened: ServedRuntime;
  readonly admitted: AdmittedCalls;
  readonly host: string;
  readonly records: CallRecords | undefined;
  readonly signal: AbortSignal;
  readonly tell: (news: CallNews) => void;
  readonly onAnswer: (listener: (answer: CallAnswer) => void) => void;
}

/**
 * Runs a call of the host: judged by its rules and the files, in the order of arrival. A call that its rules ask about runs only if
 * the host has judged the same resources.
 */
export async function runServedCall(options: ServedCallOptions): Promise<{ readonly value: unknown }> {
  const { id, request, opened, admitted, host, signal, tell } = options;
  const { runtime, listeners } = opened;
  const session = await opened.session(options.session);
  const found = runtime.registry.resolve(request.tool);
  const tool = found.status === "found" ? found.tool : undefined;
  // A call that only reads is repeated.
  const records = tool !== undefined && READ_ONLY_KINDS.has(tool.kind) ? undefined : options.records;
  const verdict = { mustJudge: false, hasChanged: false, isUnrecorded: false };
  const call = new WorkerCall({
    ...{ id, runtime },
    tell: (news) => {
      if (news.type === "change") records?.changed(host, id, changedPaths(news.change));
      tell(news);
    },
    approve: (asked) => {
      if (options.isExpected) verdict.mustJudge = true;
      else if (isShown(options.shown) && shownText(options.shown) === shownText(asked)) return true;
      else verdict.hasChanged = true;
      return { approved: false, reason: "The host must judge the call again." };
    },
  });
  options.onAnswer((answer) => call.answer(answer));
  const stop = () => {
    // A change is quicker than the loss of its connection is noticed, and its end tells the host more than a cancellation.
    const mayEnd = isConnectionLost(signal.reason) && call.hasStarted && tool?.kind !== "execute";
    if (!mayEnd) call.stop();
  };
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  listeners.set(id, (event) => {
    call.onEvent(event);
    if (event.type !== "tool-call-start" || tool === undefined || records === undefined) return;
    try {
      records.begin(host, id, statesBefore(tool, event.input, session.cwd));
    } catch {
      // After a lost connection the host would repeat the call, so its tool must not start.
      verdict.isUnrecorded = true;
      call.stop();
    }
  });
  try {
    const result = await admitted.run(id, signal, () => call.run(request, session));
    if (verdict.mustJudge) return { value: { judge: true } };
    if (verdict.isUnrecorded) return { value: unrecorded(request.tool) };
    const whole = verdict.hasChanged ? changedSince(request.tool) : wireResult(result);
    const store = runtime.outputs(session);
    const bounded = await boundResult(whole, { maxBytes: MAX_RESULT_BYTES, store });
    const reads = await opened.reads.news(session);
    const end = { ...bounded, ...(reads.length > 0 && { reads }) };
    const isRecorded = records !== undefined && call.hasStarted;
    if (isRecorded) records.end(host, id, end);
    return { value: { ...end, ...(isRecorded && { recorded: true }) } };
  } finally {
    signal.removeEventListener("abort", stop);
    listeners.delete(id);
  }
}

function changedPaths({ path, movedFrom }: { readonly path: string; readonly movedFrom?: string }): string[] {
  return movedFrom === undefined ? [path] : [path, movedFrom];
}

function isShown(value: unknown): value is WireShown {
  return (
    isRecord(value) &&
    isRecord(value.facts) &&
    (value.warnings === undefined || Array.isArray(value.warnings))
  );
}

function unrecorded(tool: string): WireEnd {
  const message = `The worker could not record that '${tool}' begins, so it has not run. Check that the worker's disk has space and that it may open files, then repeat the call.`;
  const content = [{ type: "text" as const, text: message }];
  return { result: { status: "error", content, error: { message, errorCode: "io-error", retryable: true } } };
}

function changedSince(tool: string): WireResult {
  const message = `The resources that '${tool}' would touch changed before the approval, so it has not run. Check the current state and call it again.`;
  return {
    status: "error",
    content: [{ type: "text", text: message }],
    error: { message, errorCode: "changed-since-approval" },
  };
}
