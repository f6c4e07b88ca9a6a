/** A generated V4A patch of the file `f`. */
export interface PatchCase {
  /** What is special about the patch. */
  readonly kind: string;
  readonly content: string;
  readonly patch: string;
  /** The file that the author of the patch meant. */
  readonly intended: string;
}

/** Lines of which files are made: few, so that most stand several times. */
const WORDS = ["read", "write", "close", "check"];

/** Returns numbers from 0 to below a limit, the same for the same seed (mulberry32). */
function numbersOf(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

/** Returns a file of functions with similar bodies. */
function makeLines(number: (limit: number) => number): string[] {
  const lines: string[] = [];
  const count = 2 + number(4);
  for (let at = 0; at < count; at += 1) {
    // Sometimes two functions have the same name, as methods of two classes do.
    lines.push(`function ${"abcdef"[number(6)]}() {`);
    const length = 1 + number(4);
    for (let line = 0; line < length; line += 1) lines.push(`  ${WORDS[number(WORDS.length)]}();`);
    lines.push("}");
    if (number(2) === 0) lines.push("");
  }
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** A change of the author: lines from `at` are replaced. */
interface Change {
  readonly at: number;
  readonly removed: number;
  readonly added: readonly string[];
}

function makeChanges(lines: readonly string[], number: (limit: number) => number): Change[] {
  const changes: Change[] = [];
  let from = 0;
  const count = 1 + number(3);
  for (let at = 0; at < count && from < lines.length; at += 1) {
    const start = from + number(Math.max(1, lines.length - from));
    const removed = Math.min(number(3), lines.length - start);
    const added = Array.from(
      { length: removed === 0 ? 1 + number(2) : number(3) },
      () => `  new${number(100)}();`,
    );
    changes.push({ at: start, removed, added });
    from = start + removed + 1;
  }
  return changes;
}

/** The kinds of patches; each adds one property to patches with context. */
const KINDS = [
  "context",
  "heading",
  "context-only hunk",
  "end of file",
  "blanks",
  "open end",
  "line ends",
] as const;

/** Makes a case; the same number makes the same case. */
export function makePatchCase(seed: number): PatchCase {
  const number = numbersOf(seed);
  const kind = KINDS[number(KINDS.length)] ?? "context";
  const lines = makeLines(number);
  const changes = makeChanges(lines, number);
  const lineEnd = kind === "line ends" ? "\r\n" : "\n";
  const joined = (list: readonly string[]) => `${list.join(lineEnd)}${kind === "open end" ? "" : lineEnd}`;
  const patch = ["*** Begin Patch", "*** Update File: f"];
  let reached = 0;
  for (const change of changes) {
    patch.push(...hunkOf({ lines, change, reached, kind, number }));
    reached = change.at + change.removed;
  }
  const edited = [...lines];
  for (const { at, removed, added } of [...changes].reverse()) edited.splice(at, removed, ...added);
  return {
    kind,
    content: joined(lines),
    patch: [...patch, "*** End Patch"].join("\n"),
    intended: joined(edited),
  };
}

interface HunkSource {
  readonly lines: readonly string[];
  readonly change: Change;
  /** The line up to which earlier hunks reach. */
  readonly reached: number;
  readonly kind: (typeof KINDS)[number];
  readonly number: (limit: number) => number;
}

function hunkOf({ lines, change, reached, kind, number }: HunkSource): string[] {
  const { at, removed, added } = change;
  const above = Math.min(number(4), at - reached);
  const below = Math.min(number(4), lines.length - at - removed);
  const context = (list: readonly string[]) =>
    list.map((line) => ` ${kind === "blanks" ? `${line} ` : line}`);
  const hunk = ["@@"];
  const heading = lines.slice(0, at - above).findLastIndex((line) => line.startsWith("function"));
  if (heading >= reached && kind === "heading") hunk[0] = `@@ ${lines[heading]}`;
  if (heading >= reached && kind === "context-only hunk") hunk.push(` ${lines[heading]}`, "@@");
  hunk.push(...context(lines.slice(at - above, at)));
  hunk.push(...lines.slice(at, at + removed).map((line) => `-${line}`), ...added.map((line) => `+${line}`));
  hunk.push(...context(lines.slice(at + removed, at + removed + below)));
  if (kind === "end of file" && at + removed + below === lines.length) hunk.push("*** End of File");
  return hunk;
}
