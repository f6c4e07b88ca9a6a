import type { ThreadEntry } from "../../../contract/index.js";

/** Header of a thread in its file. */
export interface ThreadHeader {
  readonly id: string;
  readonly project: string;
  readonly title: string;
  readonly createdAt: number;
}

/** One line of a thread's file. */
export type ThreadRecord =
  | { readonly type: "thread"; readonly header: ThreadHeader }
  | { readonly type: "entry"; readonly entry: ThreadEntry };

/** Returns the line of a header, with its line break. */
export function headerLine({ id, project, title, createdAt }: ThreadHeader): string {
  return `${JSON.stringify({ thread: id, project, title, createdAt })}\n`;
}

/**
 * Returns the line of an entry, with its line break. JSON writes line breaks as `\n`, so each line is one
 * record.
 */
export function entryLine({ role, at, text }: ThreadEntry): string {
  return `${JSON.stringify({ role, at, text })}\n`;
}

/** Reads a line; returns `undefined` for one that an interruption tore. */
export function readRecord(line: string): ThreadRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { thread, project, title, createdAt, role, at, text } = value as Record<string, unknown>;
  if (typeof thread === "string" && typeof project === "string" && typeof createdAt === "number") {
    return {
      type: "thread",
      header: { id: thread, project, createdAt, title: typeof title === "string" ? title : "" },
    };
  }
  if (
    (role === "user" || role === "assistant" || role === "tool") &&
    typeof text === "string" &&
    typeof at === "number"
  ) {
    return { type: "entry", entry: { role, text, at } };
  }
  return undefined;
}
