import { type FileLocation, type ToolContext, ToolError } from "../../../contract/index.js";
import { visibleText } from "../../visible-text.js";
import type { NamedRange } from "./parse-ranges.js";

/** Lines of an existing file. */
export interface FoundRange {
  /** Absolute, symlinks resolved. */
  readonly path: string;
  /** 1-based and inclusive; for a file named without lines, all of them. */
  readonly startLine: number;
  readonly endLine: number;
  readonly why: string;
}

/** A location in an answer that was rejected. */
export interface DroppedRange {
  /** As written in the answer. */
  readonly path: string;
  readonly reason: "not-found" | "outside" | "secret" | "not-a-file" | "no-such-lines";
}

/** Bytes of a file whose lines are counted; ranges of a larger file are accepted unchecked. */
const MAX_COUNTED_BYTES = 8 * 1024 * 1024;

/** Bytes that are read for all locations of one answer. */
const MAX_COUNTED_TOTAL_BYTES = 64 * 1024 * 1024;

/** A newline in UTF-8. */
const NEWLINE = 0x0a;

/**
 * Checks locations, each by the rules for reading a file. Nothing is recorded as read, because no model has seen the
 * content.
 */
export async function checkRanges(
  named: readonly NamedRange[],
  context: Pick<ToolContext, "files" | "signal">,
): Promise<{ readonly ranges: readonly FoundRange[]; readonly dropped: readonly DroppedRange[] }> {
  const ranges: FoundRange[] = [];
  const dropped: DroppedRange[] = [];
  const lineCounts = new LineCounts(context);
  for (const { path, startLine, endLine, why, certain } of named) {
    if (context.signal.aborted) break;
    const located = await locate(path, context);
    if ("reason" in located) {
      // A word that only looks like a path is not a missing location.
      if (certain || located.reason === "secret")
        dropped.push({ path: visibleText(path), reason: located.reason });
      continue;
    }
    const lines = await lineCounts.of(located);
    if (startLine === undefined || endLine === undefined) {
      ranges.push({ path: located.path, startLine: 1, endLine: lines ?? 1, why });
    } else if (lines !== undefined && startLine > Math.max(lines, 1)) {
      dropped.push({ path: visibleText(`${path}:${startLine}-${endLine}`), reason: "no-such-lines" });
    } else {
      const last = lines === undefined ? endLine : Math.min(endLine, Math.max(lines, 1));
      ranges.push({ path: located.path, startLine, endLine: last, why });
    }
  }
  return { ranges, dropped };
}

async function locate(
  path: string,
  { files }: Pick<ToolContext, "files">,
): Promise<FileLocation | Pick<DroppedRange, "reason">> {
  let location: FileLocation;
  try {
    location = await files.locate(path);
  } catch (error) {
    if (ToolError.isInstance(error)) return { reason: "not-found" };
    throw error;
  }
  if (!location.insideRoots && location.readable !== true) return { reason: "outside" };
  if (location.secret || (await files.isExcluded(location.path))) return { reason: "secret" };
  if (location.stat === undefined) return { reason: "not-found" };
  return location.stat.type === "file" ? location : { reason: "not-a-file" };
}

/** Counts the lines of files, each once, within a limit of bytes. */
class LineCounts {
  readonly #files: ToolContext["files"];
  readonly #known = new Map<string, number | undefined>();
  #bytesLeft = MAX_COUNTED_TOTAL_BYTES;

  constructor({ files }: Pick<ToolContext, "files">) {
    this.#files = files;
  }

  /** Returns `undefined` for a file that is too large, or that cannot be read any more. */
  async of({ path, stat }: FileLocation): Promise<number | undefined> {
    if (this.#known.has(path)) return this.#known.get(path);
    let lines: number | undefined;
    const size = stat?.size ?? 0;
    if (size <= Math.min(MAX_COUNTED_BYTES, this.#bytesLeft)) {
      this.#bytesLeft -= size;
      lines = await this.#count(path);
    }
    this.#known.set(path, lines);
    return lines;
  }

  async #count(path: string): Promise<number | undefined> {
    let bytes: Uint8Array;
    try {
      bytes = await this.#files.readBytes(path, { maxBytes: MAX_COUNTED_BYTES });
    } catch (error) {
      if (ToolError.isInstance(error)) return undefined;
      throw error;
    }
    let lines = 0;
    for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) lines += 1;
    return bytes.length > 0 && bytes[bytes.length - 1] !== NEWLINE ? lines + 1 : lines;
  }
}
