import type { ApprovalRequest, ToolResult } from "../../contract/index.js";
import {
  type CallWatcher,
  type ContentRecording,
  type ObservedCall,
  type ObservedRun,
  type RunObserver,
  type RunWatcher,
  recordedInput,
  recordedOutput,
  recordedText,
} from "../../runtime/index.js";
import { withoutUndefined } from "../../values/index.js";
import { RECORDING_VERSION, type RecordedQuestion, type RecordedTool, type RunRecord } from "./run-record.js";

/** The most characters of one recorded input, output or preview. */
const MAX_RECORDED_CHARACTERS = 65_536;

/** The most characters of recorded metadata. */
const MAX_METADATA_CHARACTERS = 8_192;

/** Settings of {@link createRunRecorder}. */
export interface RunRecorderOptions {
  /** Receives each record as it happens; called synchronously, so it must be fast. */
  readonly onRecord: (record: RunRecord) => void;
  /** Returns the time in milliseconds since the epoch. */
  readonly now: () => number;
  /** Removes text that must not leave the host. */
  readonly redact: (text: string) => string;
  /** Returns the tools that the model is offered, with the sizes of their definitions. */
  readonly tools: () => readonly RecordedTool[];
}

/** The observer that records runs. */
export interface RunRecorder extends RunObserver {
  /** Records a question that waits for an answer on the page, with what the approver sees; returns its id. */
  asked(request: ApprovalRequest): string;
  /** Records the answer, or that none is needed any more. */
  answered(question: string, answer: { readonly approved: boolean }): void;
}

/**
 * Creates an observer that turns the runs of a runtime into records: calls, what they waited for, questions, times and results.
 *
 * Inputs and outputs are redacted first and then bounded to 65,536 characters.
 */
export function createRunRecorder({ onRecord, now, redact, tools }: RunRecorderOptions): RunRecorder {
  const content: ContentRecording = { redact, maxLength: MAX_RECORDED_CHARACTERS };
  const details: ContentRecording = { redact, maxLength: MAX_METADATA_CHARACTERS };
  const keys = new WeakMap<ObservedCall, string>();
  let runs = 0;
  let recordedTools = "[]";
  const keysOf = (calls: readonly ObservedCall[]): readonly string[] =>
    calls.flatMap((call) => keys.get(call) ?? []);
  onRecord({ type: "recording", version: RECORDING_VERSION, at: now() });

  const recordTools = (): void => {
    const offered = tools();
    const text = JSON.stringify(offered);
    if (text === recordedTools) return;
    recordedTools = text;
    onRecord({ type: "tools", at: now(), tools: offered });
  };

  const watchCall = (observed: ObservedCall, run: number, index: number): CallWatcher => {
    const call = `${run}.${index}`;
    keys.set(observed, call);
    const { id, tool, requestedName, input, repairCount, decision, waitsFor } = observed;
    onRecord({
      ...{ type: "call", run, call, at: now(), id, requestedName, repairCount },
      toolName: tool?.name ?? requestedName,
      kind: tool?.kind ?? "unknown",
      input: recordedInput(input, content) ?? "",
      ...(decision !== undefined && { decision }),
      conflicts: keysOf(waitsFor),
    });
    return {
      onWait: (earlier) => onRecord({ type: "wait", call, at: now(), earlier: keysOf(earlier) }),
      onQuestion: () => onRecord({ type: "question", call, at: now() }),
      onAnswer: (approved) => onRecord({ type: "answer", call, at: now(), approved }),
      onStart: ({ timing, input: started }) => {
        const { queuedAt, readyAt, preparedAt, startedAt } = timing;
        const changed = started === input ? undefined : recordedInput(started, content);
        onRecord({
          ...{ type: "start", call, at: now() },
          timing: {
            queuedAt,
            ...withoutUndefined({ readyAt, preparedAt, startedAt }),
          },
          ...(changed !== undefined && { input: changed }),
        });
      },
      onEnd: (result) => onRecord({ type: "end", call, at: now(), ...endOf(result, { content, details }) }),
    };
  };

  return {
    onRun({ session, callCount, within }: ObservedRun): RunWatcher {
      recordTools();
      runs += 1;
      const run = runs;
      let calls = 0;
      const outer = within === undefined ? undefined : keys.get(within);
      onRecord({
        ...{ type: "run", run, at: now(), sessionId: session.id, callCount },
        ...(outer !== undefined && { within: outer }),
      });
      return {
        onCall: (observed) => {
          calls += 1;
          return watchCall(observed, run, calls);
        },
        onEnd: () => onRecord({ type: "run-end", run, at: now() }),
      };
    },
    asked(request) {
      const { callId, toolName, title, summary, preview, canRemember } = request;
      const id = request.id ?? callId;
      const question: RecordedQuestion = {
        ...{ id, callId, toolName },
        title: recordedText(title, content) ?? "",
        summary: recordedText(summary, content) ?? "",
        preview: preview === undefined ? "" : (recordedOutput(preview, content) ?? ""),
        canRemember: canRemember !== false,
      };
      onRecord({ type: "asked", at: now(), question });
      return id;
    },
    answered: (question, { approved }) => onRecord({ type: "answered", at: now(), question, approved }),
  };
}

function endOf(
  result: ToolResult,
  { content, details }: { readonly content: ContentRecording; readonly details: ContentRecording },
): Omit<Extract<RunRecord, { type: "end" }>, "type" | "call" | "at"> {
  const { status, error, trackFiles, metadata, truncation } = result;
  const kept = metadata === undefined ? undefined : recordedInput(metadata, details);
  const cut = truncation === undefined ? undefined : recordedInput(truncation, details);
  return {
    status,
    ...(error !== undefined && { errorCode: error.errorCode }),
    text: recordedOutput(result.content, content) ?? "",
    files: trackFiles ?? [],
    ...withoutUndefined({ metadata: kept, truncation: cut }),
  };
}
