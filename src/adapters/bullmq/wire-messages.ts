import type { ContextQuestion, FileChange, ProgressUpdate, ToolResult } from "../../contract/index.js";
import { isRecord } from "./wire-job.js";

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

/** What a worker says to a host. */
export type WorkerMessage = { readonly job: string } & (
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

/** What a host says to the worker that owns a workspace. */
export type HostMessage =
  | { readonly type: "cancel"; readonly job: string }
  | { readonly type: "answer"; readonly job: string; readonly id: string; readonly approved: boolean }
  | { readonly type: "end-session"; readonly host: string; readonly session: string };

/** Reads a message; nothing for what is none. Fields are checked as far as a wrong one could do harm. */
export function readWorkerMessage(text: string): WorkerMessage | undefined {
  const message = parsed(text);
  if (message === undefined || typeof message.job !== "string") return undefined;
  switch (message.type) {
    case "started":
      return typeof message.token === "string" ? (message as WorkerMessage) : undefined;
    case "progress":
      return isRecord(message.update) ? (message as WorkerMessage) : undefined;
    case "log":
      return typeof message.text === "string" ? (message as WorkerMessage) : undefined;
    case "change":
      return isRecord(message.change) && typeof message.change.path === "string"
        ? (message as WorkerMessage)
        : undefined;
    case "question":
      return typeof message.id === "string" && isRecord(message.question)
        ? (message as WorkerMessage)
        : undefined;
    case "result":
      return isResult(message.result) && isRecord(message.timing) ? (message as WorkerMessage) : undefined;
    default:
      return undefined;
  }
}

/** Reads what a host says; nothing for what is none. */
export function readHostMessage(text: string): HostMessage | undefined {
  const message = parsed(text);
  if (message === undefined) return undefined;
  const { type, job, id, approved, host, session } = message;
  if (type === "cancel" && typeof job === "string") return { type, job };
  if (type === "answer" && typeof job === "string" && typeof id === "string") {
    return { type, job, id, approved: approved === true };
  }
  if (type === "end-session" && typeof host === "string" && typeof session === "string") {
    return { type, host, session };
  }
  return undefined;
}

function isResult(value: unknown): value is WireResult {
  if (!isRecord(value) || !Array.isArray(value.content)) return false;
  if (value.status === "done") return true;
  return (
    (value.status === "error" || value.status === "cancelled" || value.status === "rejected-by-user") &&
    isRecord(value.error) &&
    typeof value.error.message === "string" &&
    typeof value.error.errorCode === "string"
  );
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
