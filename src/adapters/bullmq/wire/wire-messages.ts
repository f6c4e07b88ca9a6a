import type { ContextQuestion, FileChange, ProgressUpdate, ToolResult } from "../../../contract/index.js";
import { readResult, UnusableValue } from "../../../runtime/index.js";
import { isRecord } from "../../../values/index.js";
import { openText, type SigningKey, workerOf } from "../signing/index.js";

/** The part of a result that a worker knows. */
export interface WireResult {
  readonly status: "done" | "error" | "cancelled" | "rejected-by-user";
  readonly result?: unknown;
  readonly content: ToolResult["content"];
  readonly error?: ToolResult["error"];
  readonly trackFiles?: ToolResult["trackFiles"];
  readonly metadata?: ToolResult["metadata"];
  readonly truncation?: ToolResult["truncation"];
}

/** How a call went on its worker, in milliseconds that no clock was compared for. */
export interface WireTiming {
  readonly worker: string;
  /** From the host's sending to the start, by the clock of Redis. */
  readonly waitedMs: number;
  readonly ranMs: number;
}

/** What a worker says to a host, in words. */
export type WorkerWords = { readonly job: string } & (
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

/** What a worker says to a host: which worker it is, and after what else it was said. */
export type WorkerMessage = WorkerWords & {
  /** The token of its lease. */
  readonly from?: string;
  /** Each message of a worker has a greater one than those before it. */
  readonly seq?: number;
};

/** What a host says to the worker that owns a workspace, in words. */
export type HostWords =
  | { readonly type: "cancel"; readonly job: string }
  | {
      readonly type: "answer";
      readonly job: string;
      readonly id: string;
      readonly approved: boolean;
      /** The token of the worker that asked. */
      readonly to?: string;
    }
  | { readonly type: "end-session"; readonly host: string; readonly session: string };

/** What a host says: which host it is, when, by the clock of Redis, and after what else. */
export type HostMessage = HostWords & {
  readonly host?: string;
  readonly seq?: number;
  readonly at?: number;
};

const FROM_WORKER = ["message", "worker-to-host"] as const;

/**
 * Reads a message; nothing for what is none, or is not signed although it has to be. Fields are checked as far as a wrong one could
 * do harm. A result that makes no sense is read as an error that names its worker: its call would wait for another one for ever.
 */
export function readWorkerMessage(text: string, key: SigningKey): WorkerMessage | undefined {
  const opened = openText(text, FROM_WORKER, key);
  const message = opened === undefined ? undefined : parsed(opened);
  if (message === undefined || typeof message.job !== "string") return undefined;
  const { job, type, from, seq } = message;
  const isNumbered = typeof from === "string" && typeof seq === "number" && Number.isSafeInteger(seq);
  if (!isNumbered && key.secret !== undefined) return undefined;
  const spoken = isNumbered ? { job, from, seq } : { job };
  switch (type) {
    case "started":
      return typeof message.token === "string" ? { ...spoken, type, token: message.token } : undefined;
    case "progress":
      return isRecord(message.update) ? { ...spoken, type, update: message.update } : undefined;
    case "log":
      return typeof message.text === "string" ? { ...spoken, type, text: message.text } : undefined;
    case "change":
      return isRecord(message.change) && typeof message.change.path === "string"
        ? { ...spoken, type, change: message.change as unknown as FileChange }
        : undefined;
    case "question":
      return typeof message.id === "string" &&
        isRecord(message.question) &&
        typeof message.question.reason === "string"
        ? { ...spoken, type, id: message.id, question: message.question as unknown as ContextQuestion }
        : undefined;
    case "result":
      return { ...spoken, type, ...readEnd(message, typeof from === "string" ? from : undefined) };
    default:
      return undefined;
  }
}

const FROM_HOST = ["message", "host-to-worker"] as const;

/** Reads what a host says; nothing for what is none, or is not signed although it has to be. */
export function readHostMessage(text: string, key: SigningKey): HostMessage | undefined {
  const opened = openText(text, FROM_HOST, key);
  const message = opened === undefined ? undefined : parsed(opened);
  if (message === undefined) return undefined;
  const { type, job, id, approved, host, session, to, seq, at } = message;
  const isNumbered = typeof host === "string" && Number.isSafeInteger(seq) && Number.isFinite(at);
  if (!isNumbered && key.secret !== undefined) return undefined;
  const spoken = isNumbered ? { host, seq: seq as number, at: at as number } : {};
  if (type === "cancel" && typeof job === "string") return { ...spoken, type, job };
  if (type === "answer" && typeof job === "string" && typeof id === "string") {
    return { ...spoken, type, job, id, approved: approved === true, ...(typeof to === "string" && { to }) };
  }
  if (type === "end-session" && typeof host === "string" && typeof session === "string") {
    return { ...spoken, type, host, session };
  }
  return undefined;
}

/** The last message of a call, however wrong it is. */
function readEnd(
  { result, timing, outputs = [] }: Readonly<Record<string, unknown>>,
  from: string | undefined,
): Pick<WorkerWords & { readonly type: "result" }, "result" | "timing" | "outputs"> {
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

/** What a call is told whose worker gave something that is no result. */
export function unusableResult(worker: string, reason: string): WireResult {
  const message = `The worker '${worker}' gave no usable result: ${reason}. The call may have been carried out. Look at the current state before you repeat it.`;
  const error = { message, errorCode: "invalid-output" };
  return { status: "error", content: [{ type: "text", text: message }], error };
}

/** What a call is told where Redis holds a result that none of its workers wrote. */
export function forgedResult(workspace: string): WireResult {
  const message = `What Redis holds as the result of the call is not signed by a worker of the workspace '${workspace}', so it was not believed. It is not known whether the call has been carried out. Look at the current state before you repeat it, and at who can write to Redis.`;
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
