import { fileNames } from "./diff-names.js";
import { type UnreadablePatch, unreadable } from "./file-patch.js";
import type { HunkLine, PatchHunk } from "./patch-hunk.js";

/** `@@ -12,5 +12,6 @@ text`; the counts default to 1. */
const COUNTED_HEADER = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@ ?(.*)$/;

const KINDS: Readonly<Record<string, HunkLine["kind"]>> = { " ": "context", "-": "remove", "+": "add" };

/** A parsed hunk, and the line after it. */
export interface ReadHunk {
  readonly ok: true;
  /** Absent when the hunk changes nothing. */
  readonly hunk?: PatchHunk;
  /** Position (from 0) of the first line that does not belong to it. */
  readonly next: number;
}

/**
 * Parses one hunk of a unified diff.
 *
 * The counts in its header determine its end if they are right. Models miscount, so otherwise it ends where something
 * else begins. A line `--- x` above a line `+++ y` is either one removed and one added line, or the start of another
 * file: the counts decide, and where they allow both, the presence of file names decides. A line without a mark belongs
 * to the hunk as context if changes follow it: otherwise those changes would be lost.
 *
 * @param at - position (from 0) of the `@@` line, or of the first line of a hunk without one
 */
export function readHunk(lines: readonly string[], at: number): ReadHunk | UnreadablePatch {
  const first = withoutReturn(lines[at] ?? "");
  const header = COUNTED_HEADER.exec(first);
  const isCounted = header !== null;
  let oldLeft = Number(header?.[2] ?? 1);
  let newLeft = Number(header?.[3] ?? 1);
  const body: HunkLine[] = [];
  let oldEndsOpen = false;
  let newEndsOpen = false;
  const hasHeader = first.startsWith("@@");
  const rest = new HunkRest(lines);
  let next = hasHeader ? at + 1 : at;
  for (; next < lines.length; next += 1) {
    const line = lines[next] as string;
    const isComplete = !isCounted || (oldLeft <= 0 && newLeft <= 0);
    if (line.startsWith("@@") || line.startsWith("diff --git ")) break;
    if (startsFile(lines, next, { isComplete })) break;
    if (line.startsWith("\\")) {
      const last = body.at(-1)?.kind;
      if (last !== "add") oldEndsOpen = true;
      if (last !== "remove") newEndsOpen = true;
      continue;
    }
    // The space of an empty context line is often lost; after a complete hunk an empty line is only a separator.
    const isBlank = withoutReturn(line) === "";
    const kind = isBlank ? "context" : KINDS[line[0] as string];
    if (isComplete && (isSignature(line) || (isBlank && rest.isOver(next)))) break;
    if (kind === undefined && rest.isText(next, { isComplete: isCounted && isComplete })) {
      // The empty lines above that text separate it from the hunk.
      while (body.at(-1)?.text === "" && body.at(-1)?.kind === "context") body.pop();
      break;
    }
    const isUnmarked = kind === undefined;
    body.push({
      kind: kind ?? "context",
      text: isBlank ? "" : isUnmarked ? line : line.slice(1),
      ...(isUnmarked && { isUnmarked }),
    });
    if (kind !== "add") oldLeft -= 1;
    if (kind !== "remove") newLeft -= 1;
  }
  if (!body.some(({ kind }) => kind !== "context")) {
    const unmarked = body.findIndex(({ isUnmarked }) => isUnmarked === true);
    if (unmarked === -1) return { ok: true, next };
    const found = (body[unmarked] as HunkLine).text.slice(0, 80);
    return unreadable(
      at + 1 + unmarked,
      `a hunk changes at least one line with "+" or "-", but found "${found}"`,
    );
  }
  return { ok: true, hunk: patchHunk(hasHeader ? first : "", body, { oldEndsOpen, newEndsOpen }), next };
}

/** The lines of a diff after a position in a hunk; each line is looked at once, however often it is asked about. */
class HunkRest {
  readonly #lines: readonly string[];
  /** The next changed line, or the end of the hunk, as of the last look. */
  #changeAt = -1;
  #isChange = false;
  /** The end of the last run of empty lines. */
  #blanksEnd = -1;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  /** Returns whether no line of the hunk follows the empty lines at a position. */
  isOver(at: number): boolean {
    if (this.#blanksEnd <= at) {
      let next = at;
      while (next < this.#lines.length && withoutReturn(this.#lines[next] as string) === "") next += 1;
      this.#blanksEnd = next;
    }
    const end = this.#blanksEnd;
    const line = this.#lines[end] ?? "";
    if (startsFile(this.#lines, end, { isComplete: true }) || isSignature(line)) return true;
    return KINDS[line[0] ?? ""] === undefined && !this.#hasChange(end);
  }

  /**
   * Returns whether a line without a mark is text after the hunk: no change follows, and the counts, an empty line or
   * a fence separate it from the hunk.
   */
  isText(at: number, { isComplete }: { readonly isComplete: boolean }): boolean {
    if (this.#hasChange(at)) return false;
    const line = this.#lines[at] as string;
    return isComplete || line.startsWith("```") || withoutReturn(this.#lines[at - 1] ?? "") === "";
  }

  #hasChange(from: number): boolean {
    if (this.#changeAt < from) {
      let next = from;
      while (next < this.#lines.length && !this.#ends(next) && !/^[-+]/.test(this.#lines[next] as string)) {
        next += 1;
      }
      this.#changeAt = next;
      this.#isChange = next < this.#lines.length && !this.#ends(next);
    }
    return this.#isChange;
  }

  #ends(at: number): boolean {
    const line = this.#lines[at] as string;
    if (line.startsWith("@@") || line.startsWith("diff --git ") || isSignature(line)) return true;
    return startsFile(this.#lines, at, { isComplete: true });
  }
}

/** Removes the carriage return at the end of a line, if the patch was sent with CRLF. */
export function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

/** Removes carriage returns: the file has its own line ends, which an update keeps. */
export function withoutReturns(hunk: PatchHunk): PatchHunk {
  return { ...hunk, lines: hunk.lines.map((line) => ({ ...line, text: withoutReturn(line.text) })) };
}

/** Returns whether another file begins at a line. */
export function startsFile(
  lines: readonly string[],
  at: number,
  { isComplete }: { readonly isComplete: boolean },
): boolean {
  const [first, second, third] = [lines[at] ?? "", lines[at + 1] ?? "", lines[at + 2] ?? ""];
  if (!first.startsWith("--- ") || !second.startsWith("+++ ")) return false;
  if (isComplete) return true;
  const { before, after } = fileNames(withoutReturn(first).slice(4), withoutReturn(second).slice(4));
  return third.startsWith("@@") && (before === after || before === undefined || after === undefined);
}

/** Returns whether a line begins the signature of `git format-patch`, which is followed by the version of git. */
function isSignature(line: string): boolean {
  return /^--\s*$/.test(line);
}

function patchHunk(
  headerLine: string,
  body: readonly HunkLine[],
  ends: { readonly oldEndsOpen: boolean; readonly newEndsOpen: boolean },
): PatchHunk {
  const header = COUNTED_HEADER.exec(headerLine);
  // Models write `@@ ... @@` for numbers they do not know.
  const title = (header?.[4] ?? headerLine.trimEnd().replace(/^@@\s?|@@$/g, "")).trim();
  const section = /^[.…]*$/.test(title) ? "" : title;
  const showsFile = body.some(({ kind }) => kind !== "add");
  return {
    // A section title is a line somewhere above the hunk: it helps to choose between places, but is not a place itself.
    anchors: section !== "" && (showsFile || header === null) ? [section] : [],
    lines: body,
    // "-5,0" means: after line 5.
    ...(header !== null && { startLine: Number(header[1]) + (header[2] === "0" ? 1 : 0) }),
    ...(ends.oldEndsOpen && { oldEndsOpen: true }),
    ...(ends.newEndsOpen && { newEndsOpen: true }),
  };
}
