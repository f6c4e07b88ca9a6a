import type { RecordedQuestion, RecordedTool, RunRecord } from "../records/index.js";
import { applyProcessRecord, objectOf, type ProcessesView } from "./process-view.js";

type CallRecord = Extract<RunRecord, { type: "call" }>;
type StartRecord = Extract<RunRecord, { type: "start" }>;
type EndRecord = Extract<RunRecord, { type: "end" }>;

/** A call with everything that was recorded about it. */
export interface CallView {
  readonly record: CallRecord;
  /**
   * When its time begins, in milliseconds: with its run if it conflicts with earlier calls of the run, since a call after a command is prepared only
   * when that has ended; otherwise when it was prepared.
   */
  readonly from: number;
  /** The calls that it waited for, as they were when it had to wait. */
  readonly waitedFor: readonly string[];
  readonly waitedAt?: number;
  readonly askedAt?: number;
  readonly answer?: { readonly at: number; readonly approved: boolean };
  readonly start?: StartRecord;
  readonly end?: EndRecord;
}

/** A change of a file by a call. */
export interface FileChangeView {
  readonly call: string;
  readonly at: number;
  /** The matchers that found the text to replace, one for each replacement; none for a file that was written or moved. */
  readonly matchers: readonly string[];
}

/** A run of calls. */
export interface RunInfo {
  readonly session: string;
  readonly at: number;
  /** Its calls that are not prepared yet; they wait for earlier calls. */
  unprepared: number;
}

/** Everything that the page shows. Changed in place by {@link applyRecord}, since a run may have 10,000 calls. */
export interface RunView extends ProcessesView {
  /** The tools that the model was offered last. */
  tools: readonly RecordedTool[];
  /** By number. */
  readonly runs: Map<number, RunInfo>;
  /** By key, in the order in which they came. */
  readonly calls: Map<string, CallView>;
  /** The keys of the calls in that order, for the rows of the list. */
  readonly order: string[];
  /** Questions that wait for an answer, by id. */
  readonly questions: Map<string, RecordedQuestion>;
  /** The changes of each file, the oldest first. */
  readonly files: Map<string, FileChangeView[]>;
  /** The times of the first and the last record, in milliseconds. */
  from: number;
  to: number;
}

/** Returns a view without records. */
export function emptyView(): RunView {
  return {
    ...{ tools: [], runs: new Map(), processes: new Map(), jobs: new Map() },
    ...{ calls: new Map(), order: [], questions: new Map(), files: new Map(), from: 0, to: 0 },
  };
}

/** Adds one record to a view. A record of a call that the log has forgotten changes nothing. */
export function applyRecord(view: RunView, record: RunRecord): void {
  if (view.from === 0) view.from = record.at;
  view.to = Math.max(view.to, record.at);
  switch (record.type) {
    case "tools":
      view.tools = record.tools;
      break;
    case "run":
      view.runs.set(record.run, {
        session: record.sessionId,
        at: record.at,
        unprepared: record.callCount,
      });
      break;
    case "call":
      // The span begins with the first call: a host may wait for hours before it.
      if (view.order.length === 0) view.from = record.at;
      if (!view.calls.has(record.call)) view.order.push(record.call);
      view.calls.set(record.call, { record, from: beginOf(view, record), waitedFor: [] });
      break;
    case "run-end": {
      const run = view.runs.get(record.run);
      if (run !== undefined) run.unprepared = 0;
      break;
    }
    case "asked":
      view.questions.set(record.question.id, record.question);
      break;
    case "answered":
      view.questions.delete(record.question);
      break;
    case "wait":
      change(view, record.call, { waitedFor: record.earlier, waitedAt: record.at });
      break;
    case "question":
      change(view, record.call, { askedAt: record.at });
      break;
    case "answer":
      change(view, record.call, { answer: { at: record.at, approved: record.approved } });
      break;
    case "start":
      change(view, record.call, { start: record });
      applyToProcesses(view, record);
      break;
    case "end":
      change(view, record.call, { end: record });
      applyToProcesses(view, record);
      for (const file of record.files) {
        const changes = view.files.get(file) ?? [];
        changes.push({ call: record.call, at: record.at, matchers: matchersIn(record.metadata) });
        view.files.set(file, changes);
      }
      break;
  }
}

/** Returns when the time of a call begins, and counts it as prepared. */
function beginOf(view: RunView, { run: key, at, conflicts }: CallRecord): number {
  const run = view.runs.get(key);
  if (run === undefined) return at;
  run.unprepared = Math.max(0, run.unprepared - 1);
  return conflicts.length > 0 ? Math.min(run.at, at) : at;
}

/** Returns the number of calls that are not shown yet, because they are prepared only when earlier calls have ended. */
export function unpreparedCalls({ runs }: RunView): number {
  let count = 0;
  for (const { unprepared } of runs.values()) count += unprepared;
  return count;
}

function change(view: RunView, key: string, changes: Partial<CallView>): void {
  const call = view.calls.get(key);
  if (call !== undefined) view.calls.set(key, { ...call, ...changes });
}

function applyToProcesses(view: RunView, record: StartRecord | EndRecord): void {
  const call = view.calls.get(record.call);
  if (call === undefined) return;
  const { run, kind, input } = call.record;
  const session = view.runs.get(run)?.session ?? "";
  applyProcessRecord(view, { session, kind, input: call.start?.input ?? input }, record);
}

/** Returns the matchers in the metadata of one edit, or of several. */
function matchersIn(metadata: string | undefined): readonly string[] {
  const { matcher, edits = [{ matcher }] } = objectOf(metadata);
  const all: readonly { readonly matcher?: unknown }[] = Array.isArray(edits) ? edits : [];
  return all.flatMap((edit) => (typeof edit?.matcher === "string" ? [edit.matcher] : []));
}

/** A part of the time of a call. */
export interface PhaseView {
  readonly phase: "conflict" | "approval" | "slot" | "running";
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the parts of a call's time that took any: waiting for conflicting calls, for the approval and for a slot, and running.
 *
 * @param now - the end of a part that still lasts
 */
export function phasesOf(
  { from, start, end, waitedAt, askedAt, answer }: CallView,
  now: number,
): readonly PhaseView[] {
  const last = end?.at ?? now;
  if (start === undefined) {
    const waitedUntil = askedAt ?? last;
    return present([
      { phase: waitedAt === undefined ? "slot" : "conflict", from, to: waitedUntil },
      { phase: "approval", from: waitedUntil, to: answer?.at ?? last },
    ]);
  }
  const { queuedAt, readyAt = queuedAt, preparedAt = readyAt, startedAt = preparedAt } = start.timing;
  // The times are those of the runtime's clock, which may differ from that of the recording.
  const moment = (time: number): number => Math.max(from, start.at - Math.max(0, startedAt - time));
  return present([
    { phase: "conflict", from, to: moment(readyAt) },
    { phase: "approval", from: moment(readyAt), to: moment(preparedAt) },
    { phase: "slot", from: moment(preparedAt), to: moment(startedAt) },
    { phase: "running", from: moment(startedAt), to: Math.max(last, moment(startedAt)) },
  ]);
}

function present(phases: readonly PhaseView[]): readonly PhaseView[] {
  return phases.filter(({ from, to }) => to > from);
}

/** Returns a time span as text: `12.5 ms`, `480 ms`, `3.2 s`. */
export function durationText(milliseconds: number): string {
  if (milliseconds >= 1_000) return `${(milliseconds / 1_000).toFixed(1)} s`;
  return `${milliseconds < 100 ? Number(milliseconds.toFixed(1)) : Math.round(milliseconds)} ms`;
}

/** Returns the state of a call in one word: its status, or what it does now. */
export function stateOf({ end, start, askedAt, answer, waitedAt }: CallView): string {
  if (end !== undefined) return end.status;
  if (askedAt !== undefined && answer === undefined) return "asking";
  if (start !== undefined) return "running";
  return waitedAt === undefined ? "queued" : "waiting";
}

/** Returns the part of a text that is a unified diff, without its fence; undefined if there is none. */
export function diffIn(text: string): string | undefined {
  const fence = text.indexOf("```diff\n");
  if (fence !== -1) {
    const start = fence + "```diff\n".length;
    const end = text.indexOf("\n```", start);
    return text.slice(start, end === -1 ? undefined : end);
  }
  const start = text.startsWith("--- ") ? 0 : text.indexOf("\n--- ");
  return start === -1 || !text.includes("\n@@ ", start) ? undefined : text.slice(start).trimStart();
}
