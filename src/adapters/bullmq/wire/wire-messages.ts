import type { ContextQuestion, FileChange, ProgressUpdate, ToolResult } from "../../../contract/index.js";
import { readResult, UnusableValue } from "../../../runtime/index.js";
import { isRecord } from "../../../values/index.js";
import { openText, type SigningKey, workerOf } from "../signing/index.js";

/** Part of a result that a worker knows. */
export interface WireResult {
  readonly status: "done" | "error" | "cancelled" | "rejected-by-user";
  readonly result?: unknown;
  readonly content: ToolResult["content"];
  readonly error?: ToolResult["error"];
  readonly trackFiles?: ToolResult["trackFiles"];
  readonly metadata?: ToolResult["metadata"];
  readonly truncation?: ToolResult["truncation"];
}

/** Timing of a call on its worker, in milliseconds that need no comparison of clocks. */
export interface WireTiming {
  readonly worker: string;
  /** From sending by the host to the start, by the clock of Redis. */
  readonly waitedMs: number;
  readonly ranMs: number;
}

/** Content of a worker's message to a host. */
export type WorkerMessageContent = { readonly job: string } & (
  | { readonly type: "started"; readonly token: string }
  | { readonly type: "progress"; readonly update: ProgressUpdate }
  | { readonly type: "log"; readonly text: string }
  | { readonly type: "change"; readonly change: FileChange }
  | { readonly type: "question"; readonly id: string; readonly question: ContextQuestion }
  | {
      readonly type: "result";
      readonly result: WireResult;
      readonly timing: WireTiming;
      /** Whole outputs in the worker's store that the session may read. */
      readonly outputs?: readonly string[];
    }
);

/** Message of a worker to a host, with the sender and its sequence number. */
export type WorkerMessage = WorkerMessageContent & {
  /** Lease token of the worker. */
  readonly from?: string;
  /** Sequence number; increases with each message of a worker. */
  readonly seq?: number;
};

/** Content of a host's message to the worker that owns a workspace. */
export type HostMessageContent =
  | { readonly type: "cancel"; readonly job: string }
  | {
      readonly type: "answer";
      readonly job: string;
      readonly id: string;
      readonly approved: boolean;
      /** Token of the worker that asked. */
      readonly to?: string;
    }
  | { readonly type: "end-session"; readonly host: string; readonly session: string };

/** Message of a host, with the sender, the time by the clock of Redis, and its sequence number. */
export type HostMessage = HostMessageContent & {
  readonly host?: string;
  readonly seq?: number;
  readonly at?: number;
};

const FROM_WORKER = ["message", "worker-to-host"] as const;

/**
 * Reads a message of a worker; returns undefined if it is malformed, or unsigned although a signature is required. Fields
 * are checked where a wrong one could do harm. A malformed result is read as an error that names its worker, because the
 * call would otherwise wait for ever.
 */
export function readWorkerMessage(text: string, key: SigningKey): WorkerMessage | undefined {
  const opened = openText(text, FROM_WORKER, key);
  const message = opened === undefined ? undefined : parsed(opened);
  if (message === undefined || typeof message.job !== "string") return undefined;
  const { job, type, from, seq } = message;
  const isNumbered = typeof from === "string" && typeof seq === "number" && Number.isSafeInteger(seq);
  if (!isNumbered && key.secret !== undefined) return undefined;
  const origin = isNumbered ? { job, from, seq } : { job };
  switch (type) {
    case "started":
      return typeof message.token === "string" ? { ...origin, type, token: message.token } : undefined;
    case "progress":
      return isRecord(message.update) ? { ...origin, type, update: message.update } : undefined;
    case "log":
      return typeof message.text === "string" ? { ...origin, type, text: message.text } : undefined;
    case "change":
      return isRecord(message.change) && typeof message.change.path === "string"
        ? { ...origin, type, change: message.change as unknown as FileChange }
        : undefined;
    case "question":
      return typeof message.id === "string" &&
        isRecord(message.question) &&
        typeof message.question.reason === "string"
        ? { ...origin, type, id: message.id, question: message.question as unknown as ContextQuestion }
        : undefined;
    case "result":
      return { ...origin, type, ...readEnd(message, typeof from === "string" ? from : undefined) };
    default:
      return undefined;
  }
}

const FROM_HOST = ["message", "host-to-worker"] as const;

/** Reads a message of a host; returns undefined if it is malformed, or unsigned although a signature is required. */
export function readHostMessage(text: string, key: SigningKey): HostMessage | undefined {
  const opened = openText(text, FROM_HOST, key);
  const message = opened === undefined ? undefined : parsed(opened);
  if (message === undefined) return undefined;
  const { type, job, id, approved, host, session, to, seq, at } = message;
  const isNumbered = typeof host === "string" && Number.isSafeInteger(seq) && Number.isFinite(at);
  if (!isNumbered && key.secret !== undefined) return undefined;
  const origin = isNumbered ? { host, seq: seq as number, at: at as number } : {};
  if (type === "cancel" && typeof job === "string") return { ...origin, type, job };
  if (type === "answer" && typeof job === "string" && typeof id === "string") {
    return { ...origin, type, job, id, approved: approved === true, ...(typeof to === "string" && { to }) };
  }
  if (type === "end-session" && typeof host === "string" && typeof session === "string") {
    return { ...origin, type, host, session };
  }
  return undefined;
}

/** Reads the last message of a call, and turns a malformed result into an error. */
function readEnd(
  { result, timing, outputs = [] }: Readonly<Record<string, unknown>>,
  from: string | undefined,
): Pick<WorkerMessageContent & { readonly type: "result" }, "result" | "timing" | "outputs"> {
  const told = isRecord(timing) ? timing : {};
  const worker =
    typeof told.worker === "string" ? told.worker : from === undefined ? "unknown" : workerOf(from);
  const read = { worker, waitedMs: milliseconds(told.waitedMs), ranMs: milliseconds(told.ranMs) };
  try {
    const { status, approval: _, timing: __, ...more } = readResult(result);
    if (status === "blocked-on-user") throw new UnusableValue("status must not be blocked-on-user");
    if (!Array.isArray(outputs) || !outputs.every((path) => typeof path === "string")) {
      throw new UnusableValue("outputs must be a list of paths");
    }
    return { result: { status, ...more }, timing: read, outputs };
  } catch (thrown) {
    return { result: unusableResult(worker, (thrown as Error).message), timing: read };
  }
}

/** Returns the result of a call whose worker sent an invalid result. */
export function unusableResult(worker: string, reason: string): WireResult {
  const message = `The worker '${worker}' returned no usable result: ${reason}. The call may have run. Check the current state before you repeat it.`;
  const error = { message, errorCode: "invalid-output" };
  return { status: "error", content: [{ type: "text", text: message }], error };
}

/** Returns the result of a call whose result in Redis was not written by any of its workers. */
export function forgedResult(workspace: string): WireResult {
  const message = `The result of the call in Redis is not signed by a worker of the workspace '${workspace}', so it was rejected. It is not known whether the call ran. Check the current state before you repeat it, and check who can write to Redis.`;
  const error = { message, errorCode: "forged-message" };
  return { status: "error", content: [{ type: "text", text: message }], error };
}

function milliseconds(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
