import { isRecord } from "../../../values/index.js";
import type { WireResult } from "../../calls/wire/index.js";
import { openLines, type SigningKey } from "../signing/index.js";

/** Files named in a message; the result contains all of them. */
const MAX_NAMED_FILES = 10;

/** Known facts about a call whose worker is gone. */
export interface LostCall {
  readonly workspace: string;
  /** Whether it had started; absent if unknown. */
  readonly started?: boolean | undefined;
  /** Why nothing more is known. */
  readonly because: string;
  /** Files known to be changed. */
  readonly files?: readonly string[];
  /** Last progress as text. */
  readonly progress?: string | undefined;
}

/** Creates the result of a call that will have no further news: what happened, as far as known, and what to do. */
export function lostResult(lost: LostCall): WireResult {
  const { files = [], progress } = lost;
  const message = [lost.because, whatIsKnown(lost, files), progress && `Its last progress: ${progress}.`]
    .filter((part) => part !== "" && part !== undefined)
    .join(" ");
  return {
    status: "error",
    content: [{ type: "text", text: message }],
    error: { message, errorCode: "worker-lost", ...(lost.started === false && { retryable: true }) },
    ...(files.length > 0 && { trackFiles: files }),
    metadata: {
      workerLost: {
        started: lost.started ?? "unknown",
        filesKnownChanged: files,
        lastProgress: progress,
      },
    },
  };
}

/** Reads the worker's signed lines from the record of a call. */
export function recorded(
  jobId: string,
  changes: string,
  progress: string,
  key: SigningKey,
): Pick<LostCall, "files" | "progress"> {
  const files = changedFiles(openLines(changes, ["record", "change", jobId], key));
  const last = lastProgress(openLines(progress, ["record", "progress", jobId], key));
  return { files, progress: last };
}

function whatIsKnown({ started }: LostCall, files: readonly string[]): string {
  if (started === false) return "The call has not run and will not run.";
  const known =
    files.length === 0
      ? "It is not known to have changed any file, but it may have."
      : `Files that it is known to have changed: ${files.slice(0, MAX_NAMED_FILES).join(", ")}${files.length > MAX_NAMED_FILES ? " ..." : ""}.`;
  const begun = started === true ? "The call had started" : "It is not known whether the call ran";
  return `${begun}, and it will not run again. ${known} Check the current state before you repeat it.`;
}

function changedFiles(lines: string): readonly string[] {
  const files = new Set<string>();
  for (const line of lines.split("\n")) {
    const change = parsed(line);
    if (!isRecord(change)) continue;
    for (const path of [change.path, change.movedFrom]) if (typeof path === "string") files.add(path);
  }
  return [...files];
}

function lastProgress(text: string): string | undefined {
  const update = parsed(text);
  if (!isRecord(update)) return undefined;
  const { message, output } = update;
  const said = typeof message === "string" ? message : typeof output === "string" ? output.slice(-200) : "";
  return said.trim() === "" ? undefined : said.trim();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
