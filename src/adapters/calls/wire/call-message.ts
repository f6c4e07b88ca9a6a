import type {
  ApprovalRequest,
  ContextQuestion,
  FileChange,
  ProgressUpdate,
  ToolResult,
} from "../../../contract/index.js";
import { readResult, UnusableValue } from "../../../runtime/index.js";
import { isRecord } from "../../../values/index.js";

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

/** News of a worker about a running call. */
export type CallNews =
  | { readonly type: "progress"; readonly update: ProgressUpdate }
  | { readonly type: "log"; readonly text: string }
  | { readonly type: "change"; readonly change: FileChange }
  | { readonly type: "question"; readonly id: string; readonly question: ContextQuestion };

/** Answer of a host to a question. */
export interface CallAnswer {
  readonly type: "answer";
  readonly id: string;
  readonly approved: boolean;
}

/** Reads what a worker tells about a running call; returns undefined if it is malformed. */
export function readCallNews(message: Readonly<Record<string, unknown>>): CallNews | undefined {
  const { type } = message;
  switch (type) {
    case "progress":
      return isRecord(message.update) ? { type, update: message.update } : undefined;
    case "log":
      return typeof message.text === "string" ? { type, text: message.text } : undefined;
    case "change":
      return isRecord(message.change) && typeof message.change.path === "string"
        ? { type, change: message.change as unknown as FileChange }
        : undefined;
    case "question":
      return typeof message.id === "string" &&
        isRecord(message.question) &&
        typeof message.question.reason === "string"
        ? { type, id: message.id, question: message.question as unknown as ContextQuestion }
        : undefined;
    default:
      return undefined;
  }
}

/** Reads an answer of a host; returns undefined if it is malformed. Only a clear yes is one. */
export function readCallAnswer(message: Readonly<Record<string, unknown>>): CallAnswer | undefined {
  const { type, id, approved } = message;
  return type === "answer" && typeof id === "string" ? { type, id, approved: approved === true } : undefined;
}

/** End of a call: its result and the whole outputs in the worker's store that the session may read. */
export interface WireEnd {
  readonly result: WireResult;
  readonly outputs?: readonly string[];
}

/** Reads the end of a call, and turns a malformed result into an error that names its worker. */
export function readEnd(
  { result, outputs = [] }: Readonly<Record<string, unknown>>,
  worker: string,
): WireEnd {
  try {
    const { status, approval: _, timing: __, ...more } = readResult(result);
    if (status === "blocked-on-user") throw new UnusableValue("status must not be blocked-on-user");
    if (!Array.isArray(outputs) || !outputs.every((path) => typeof path === "string")) {
      throw new UnusableValue("outputs must be a list of paths");
    }
    return { result: { status, ...more }, outputs };
  } catch (thrown) {
    return { result: unusableResult(worker, (thrown as Error).message) };
  }
}

/** Returns the result of a call whose worker sent an invalid result. */
export function unusableResult(worker: string, reason: string): WireResult {
  const message = `The worker '${worker}' returned no usable result: ${reason}. The call may have run. Check the current state before you repeat it.`;
  const error = { message, errorCode: "invalid-output" };
  return { status: "error", content: [{ type: "text", text: message }], error };
}

/** Creates the question for the host when a tool asks for permission while it runs on its worker. */
export function wireQuestion(request: ApprovalRequest): ContextQuestion {
  const { facts, decision, kind } = request;
  return {
    reason: decision.reason ?? `The tool '${request.toolName}' asks for permission.`,
    kind,
    // The worker has checked the files; the host's defaults have not.
    answeredByDefault: false,
    command: facts.command,
    hosts: facts.hosts,
    ...(facts.paths !== undefined && {
      paths: facts.paths.map((fact) => (typeof fact === "string" ? fact : fact.path)),
    }),
  };
}
