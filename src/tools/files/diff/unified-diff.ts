import { createYield, type Yield } from "../../../values/index.js";
import type { TextChange } from "./text-change.js";

/** Unchanged lines shown around a change, as in git. */
const CONTEXT_LINES = 3;

/** Characters that become rows between two yields to the event loop; a few milliseconds of work if all of them are line feeds. */
const ROWS_AT_ONCE = 32_768;

/**
 * Characters of one diff, removed, added and context lines together. A longer one would be rendered, measured and stored for no reader, and
 * copying that of a line of 5 MB holds the event loop for more than 50 ms on a busy machine.
 */
const MAX_DIFF_CHARACTERS = 4_194_304;

/** Change of the file itself, in addition to its text. */
export interface FileStatus {
  readonly created?: boolean;
  readonly deleted?: boolean;
  /** The former name of the file. */
  readonly renamedFrom?: string | undefined;
}

/**
 * Formats changes as a unified diff in git's format, which `git apply` and `patch -p1` accept.
 *
 * @param name - name of the file in the diff: relative to the folder in which the diff will be applied
 * @returns the diff with a line end after its last line, or `""` when neither text nor file changed; a diff of more than 4,194,304
 * characters consists of its names and a line that states its length
 */
export async function unifiedDiff(...change: Parameters<typeof diffPieces>): Promise<string> {
  return (await diffPieces(...change)).join("");
}

/**
 * Returns the text of {@link unifiedDiff} in pieces, for a reader of its beginning: joining megabytes would block the event loop.
 */
export async function diffPieces(
  name: string,
  { before, after }: { readonly before: string; readonly after: string },
  changes: readonly TextChange[],
  status: FileStatus = {},
): Promise<readonly string[]> {
  const { created = false, deleted = false, renamedFrom } = status;
  if (changes.length === 0 && !created && !deleted && renamedFrom === undefined) return [];
  const from = quotedName(`a/${renamedFrom ?? name}`);
  const to = quotedName(`b/${name}`);
  const header = [
    `diff --git ${from} ${to}`,
    ...(created ? ["new file mode 100644"] : []),
    ...(deleted ? ["deleted file mode 100644"] : []),
    ...(renamedFrom === undefined
      ? []
      : [`rename from ${quotedName(renamedFrom)}`, `rename to ${quotedName(name)}`]),
  ];
  // Without hunks git also omits the names: an empty file, or a pure rename.
  if (changes.length > 0) {
    header.push(`--- ${created ? "/dev/null" : withTab(from)}`, `+++ ${deleted ? "/dev/null" : withTab(to)}`);
  }
  const pause = createYield();
  const pieces = [`${header.join("\n")}\n`];
  const planned = await hunksOf(before, changes, pause);
  let length = 0;
  for (const hunk of planned) length += lengthOf(hunk);
  if (length > MAX_DIFF_CHARACTERS) {
    return [
      ...pieces,
      `The diff is omitted: it has ${length} characters, and at most ${MAX_DIFF_CHARACTERS} are shown.\n`,
    ];
  }
  for (const hunk of planned) {
    const pausing = pause();
    if (pausing !== undefined) await pausing;
    for (const piece of await hunkPieces(before, after, hunk, pause)) pieces.push(piece);
  }
  return pieces;
}

interface Hunk {
  readonly changes: readonly TextChange[];
  /** Context lines before the first and after the last change. */
  readonly leading: readonly string[];
  readonly trailing: readonly string[];
}

/** Merges changes whose contexts touch into one hunk. */
async function hunksOf(before: string, changes: readonly TextChange[], pause: Yield): Promise<Hunk[]> {
  const groups: TextChange[][] = [];
  for (const change of changes) {
    const pausing = pause();
    if (pausing !== undefined) await pausing;
    const group = groups.at(-1);
    const previous = group?.at(-1);
    const isNear =
      previous !== undefined &&
      linesAfter(before, previous.oldEnd, 2 * CONTEXT_LINES + 1, change.oldStart).length <= 2 * CONTEXT_LINES;
    if (group !== undefined && isNear) group.push(change);
    else groups.push([change]);
  }
  const hunks: Hunk[] = [];
  for (const group of groups) {
    const pausing = pause();
    if (pausing !== undefined) await pausing;
    const first = group[0] as TextChange;
    const last = group.at(-1) as TextChange;
    hunks.push({
      changes: group,
      leading: linesBefore(before, first.oldStart, CONTEXT_LINES),
      trailing: linesAfter(before, last.oldEnd, CONTEXT_LINES, before.length),
    });
  }
  return hunks;
}

/** Returns about how many characters a hunk has: those of its lines, without the signs before them. */
function lengthOf({ changes, leading, trailing }: Hunk): number {
  let length = 0;
  let reached: number | undefined;
  for (const { oldStart, oldEnd, newStart, newEnd } of changes) {
    length += oldEnd - (reached ?? oldStart) + newEnd - newStart;
    reached = oldEnd;
  }
  for (const line of leading) length += line.length;
  for (const line of trailing) length += line.length;
  return length;
}

async function hunkPieces(
  before: string,
  after: string,
  { changes, leading, trailing }: Hunk,
  pause: Yield,
): Promise<readonly string[]> {
  const rows: string[] = leading.map(contextRow);
  let oldCount = leading.length + trailing.length;
  let newCount = oldCount;
  let previous: TextChange | undefined;
  for (const change of changes) {
    const { oldStart, oldEnd, newStart, newEnd } = change;
    const between = await rowsOf(
      " ",
      { text: before, start: previous?.oldEnd ?? oldStart, end: oldStart },
      pause,
    );
    const removed = await rowsOf("-", { text: before, start: oldStart, end: oldEnd }, pause);
    const added = await rowsOf("+", { text: after, start: newStart, end: newEnd }, pause);
    for (const part of [between, removed, added]) for (const piece of part.pieces) rows.push(piece);
    oldCount += between.lines + removed.lines;
    newCount += between.lines + added.lines;
    previous = change;
  }
  rows.push(...trailing.map(contextRow));
  const first = changes[0] as TextChange;
  const oldRange = rangeText(first.oldLine - leading.length, oldCount);
  const newRange = rangeText(first.newLine - leading.length, newCount);
  return [`@@ -${oldRange} +${newRange} @@\n`, ...rows];
}

/** Returns the lines between two offsets as rows, in pieces, with their number. */
async function rowsOf(
  sign: " " | "-" | "+",
  { text, start, end }: { readonly text: string; readonly start: number; readonly end: number },
  pause: Yield,
): Promise<{ readonly pieces: readonly string[]; readonly lines: number }> {
  const pieces: string[] = [];
  let lines = 0;
  for (let from = start; from < end; ) {
    await pause();
    const feed = text.indexOf("\n", Math.min(from + ROWS_AT_ONCE, end) - 1);
    const to = feed === -1 ? end : Math.min(feed + 1, end);
    const piece = text.slice(from, to);
    const inner = piece.endsWith("\n") ? piece.slice(0, -1).split("\n") : piece.split("\n");
    lines += inner.length;
    pieces.push(row(sign, inner.join(`\n${sign}`) + (piece.endsWith("\n") ? "\n" : "")));
    from = to;
  }
  return { pieces, lines };
}

function contextRow(line: string): string {
  return row(" ", line);
}

function row(sign: " " | "-" | "+", line: string): string {
  return line.endsWith("\n") ? `${sign}${line}` : `${sign}${line}\n\\ No newline at end of file\n`;
}

/** Formats a range; an empty side is named by the line before it. */
function rangeText(start: number, count: number): string {
  if (count === 0) return `${start - 1},0`;
  return count === 1 ? String(start) : `${start},${count}`;
}

function linesBefore(text: string, offset: number, count: number): string[] {
  const lines: string[] = [];
  for (let end = offset; end > 0 && lines.length < count; ) {
    const start = end === 1 ? 0 : text.lastIndexOf("\n", end - 2) + 1;
    lines.unshift(text.slice(start, end));
    end = start;
  }
  return lines;
}

function linesAfter(text: string, offset: number, count: number, limit: number): string[] {
  const lines: string[] = [];
  for (let start = offset; start < limit && lines.length < count; ) {
    const feed = text.indexOf("\n", start);
    const end = feed === -1 ? text.length : feed + 1;
    lines.push(text.slice(start, end));
    start = end;
  }
  return lines;
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  "\n": "\\n",
  "\t": "\\t",
  "\r": "\\r",
  '"': '\\"',
  "\\": "\\\\",
};

/** Quotes a name that contains control characters, quotes or backslashes, as git does, in the manner of C. */
function quotedName(name: string): string {
  const inner = name.replace(/[\p{Cc}"\\]/gu, (character) => {
    const code = character.charCodeAt(0);
    // Control characters beyond ASCII need no quotes, and git would write their bytes.
    if (code >= 0x80) return character;
    return SHORT_ESCAPES[character] ?? `\\${code.toString(8).padStart(3, "0")}`;
  });
  return inner === name ? name : `"${inner}"`;
}

/** Appends a tab to a name that contains spaces, as git does, so that readers know where the name ends. */
function withTab(name: string): string {
  return name.includes(" ") && !name.startsWith('"') ? `${name}\t` : name;
}
