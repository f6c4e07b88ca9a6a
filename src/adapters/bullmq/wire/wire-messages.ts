import { isRecord } from "../../../values/index.js";
import {
  type CallAnswer,
  type CallNews,
  readCallAnswer,
  readCallNews,
  readEnd,
  type WireEnd,
  type WireResult,
} from "../../calls/wire/index.js";
import { openText, type SigningKey, workerOf } from "../signing/index.js";

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
  | CallNews
  | ({
      readonly type: "result";
      readonly timing: WireTiming;
    } & WireEnd)
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
  | (CallAnswer & {
      readonly job: string;
      /** Token of the worker that asked. */
      readonly to?: string | undefined;
    })
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
    case "result":
      return { ...origin, type, ...readTimedEnd(message, typeof from === "string" ? from : undefined) };
    default: {
      const news = readCallNews(message);
      return news === undefined ? undefined : { ...origin, ...news };
    }
  }
}

const FROM_HOST = ["message", "host-to-worker"] as const;

/** Reads a message of a host; returns undefined if it is malformed, or unsigned although a signature is required. */
export function readHostMessage(text: string, key: SigningKey): HostMessage | undefined {
  const opened = openText(text, FROM_HOST, key);
  const message = opened === undefined ? undefined : parsed(opened);
  if (message === undefined) return undefined;
  const { type, job, host, session, to, seq, at } = message;
  const isNumbered = typeof host === "string" && Number.isSafeInteger(seq) && Number.isFinite(at);
  if (!isNumbered && key.secret !== undefined) return undefined;
  const origin = isNumbered ? { host, seq: seq as number, at: at as number } : {};
  if (type === "cancel" && typeof job === "string") return { ...origin, type, job };
  const answer = readCallAnswer(message);
  if (answer !== undefined && typeof job === "string") {
    return { ...origin, ...answer, job, ...(typeof to === "string" && { to }) };
  }
  if (type === "end-session" && typeof host === "string" && typeof session === "string") {
    return { ...origin, type, host, session };
  }
  return undefined;
}

/** Reads the last message of a call. */
function readTimedEnd(
  message: Readonly<Record<string, unknown>>,
  from: string | undefined,
): WireEnd & { readonly timing: WireTiming } {
  const told = isRecord(message.timing) ? message.timing : {};
  const worker =
    typeof told.worker === "string" ? told.worker : from === undefined ? "unknown" : workerOf(from);
  const timing = { worker, waitedMs: milliseconds(told.waitedMs), ranMs: milliseconds(told.ranMs) };
  return { ...readEnd(message, worker), timing };
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
