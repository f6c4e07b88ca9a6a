import type { ToolsetName } from "../../toolsets/index.js";

/** The formats of transcripts. */
export type TranscriptFormat = "claude-code" | "codex" | "opencode" | "gemini-cli" | "ai-sdk";

/** The toolset with the tools of a format's agent; the AI SDK has none. */
export const TOOLSET_OF: Readonly<Record<TranscriptFormat, ToolsetName>> = {
  "claude-code": "claude-code",
  codex: "codex",
  opencode: "opencode",
  "gemini-cli": "gemini-cli",
  "ai-sdk": "amp",
};

/** A call in a transcript. */
export interface LoggedCall {
  readonly type: "call";
  readonly format: TranscriptFormat;
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** An edit in a transcript that its agent carried out, with what the transcript tells of the files. */
export interface LoggedEdit {
  readonly type: "edit";
  readonly format: TranscriptFormat;
  readonly id: string;
  readonly change: LoggedReplacement | LoggedPatch | { readonly kind: "unknown-file" };
}

/** A replacement of texts, with the file before and after it. */
export interface LoggedReplacement {
  readonly kind: "replace";
  readonly before: string;
  readonly after: string;
  readonly edits: readonly {
    readonly oldString: string;
    readonly newString: string;
    readonly replaceAll: boolean;
  }[];
}

/** A V4A patch, with the updated files that the transcript contains. */
export interface LoggedPatch {
  readonly kind: "patch";
  readonly text: string;
  readonly files: readonly { readonly path: string; readonly before: string; readonly after: string }[];
}

/** An event of a transcript. */
export type TranscriptEvent = LoggedCall | LoggedEdit;

/** The state of one transcript while its records are read. */
export interface TranscriptState {
  /** The folder in which the agent was started. */
  root?: string;
  /** The folder of the current calls. */
  cwd?: string;
  /** Calls that have no result yet, by id. */
  readonly pending: Map<string, LoggedCall>;
}

/** Most calls that wait for their result; the earliest is forgotten. */
const MAX_PENDING = 1_000;

/** Remembers a call until its result. */
export function awaitResult(state: TranscriptState, call: LoggedCall): void {
  const { pending } = state;
  pending.set(call.id, call);
  if (pending.size <= MAX_PENDING) return;
  const [earliest] = pending.keys();
  if (earliest !== undefined) pending.delete(earliest);
}

/** Records the working directory of the records that follow. */
export function enterFolder(state: TranscriptState, cwd: unknown): void {
  if (typeof cwd !== "string" || cwd === "") return;
  state.root ??= cwd;
  state.cwd = cwd;
}
