/** A location in an answer, as it is written there. */
export interface NamedRange {
  readonly path: string;
  /** 1-based; absent where the answer names only the file. */
  readonly startLine?: number;
  readonly endLine?: number;
  /** The explanation in the answer; may be empty. */
  readonly why: string;
  /** Whether it is almost certainly a location: it has line numbers, or is written as code or as a link. */
  readonly certain: boolean;
}

/** Lines of an answer that are parsed; an answer with more of them is not a list of locations. */
const MAX_LINES = 1_000;
/** UTF-16 code units of a line that are parsed. */
const MAX_LINE_LENGTH = 2_000;
/** Most locations taken from one answer. */
export const MAX_RANGES = 200;

const DASH = "(?:-|–|—|\\.\\.|\\bto\\b)";
/** `:10`, `:10-20`, `#L10-L20`, `:L10`; after a colon also `10:4`, where 4 is a column. */
const TIGHT = `(?:(?::|#)L?(?<s1>\\d{1,7})(?:\\s?${DASH}\\s?L?(?<e1>\\d{1,7})|:\\d{1,5})?)`;
/** ` (lines 10-20)`, ` lines 10 to 20`, ` L10-L20`, ` (10-20)`. */
const LOOSE = `(?:[\\s,:]+\\(?(?:lines?\\s+|L)(?<s2>\\d{1,7})(?:\\s?${DASH}\\s?L?(?<e2>\\d{1,7}))?\\)?|\\s+\\((?<s3>\\d{1,7})\\s?${DASH}\\s?(?<e3>\\d{1,7})\\))`;
const RANGE = new RegExp(`^(?:${TIGHT}|${LOOSE})`, "i");

const LINK = /\[(?<label>[^\]\n]{0,300})\]\((?<target>[^()\s]{1,500}|<[^>\n]{1,500}>)\)/g;
const CODE = /`(?<code>[^`\n]{1,500})`/g;
const QUOTED = /(?:"(?<double>[^"\n]{1,500})"|<(?<angle>[^<>\n]{1,500})>)/g;
/** Words that are paths: with a slash or an extension, without white space and punctuation at the end. */
const BARE = /(?:^|(?<=[\s([,;*|]))(?<bare>(?:~\/|\.{1,2}\/|\/|[A-Za-z]:[\\/])?[^\s`"'<>(),;:#*|]+)/g;
/** The bullet or number of a list item. */
const BULLET = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/;

/**
 * Parses the locations in an answer in prose or in a list: `src/a.ts:10-20 why`, `- **src/a.ts** (lines 10-20): why`,
 * `[a.ts](src/a.ts#L10-L20) – why`, in back quotes or not, with any dash. At most one per line, the first. Does not
 * access files.
 */
export function parseRanges(text: string): readonly NamedRange[] {
  const found: NamedRange[] = [];
  const seen = new Set<string>();
  for (const line of text.split(/\r?\n/, MAX_LINES)) {
    const named = parseLine(line.slice(0, MAX_LINE_LENGTH));
    if (named === undefined) continue;
    const key = `${named.path}:${named.startLine}-${named.endLine}`;
    if (seen.has(key)) continue;
    seen.add(key);
    found.push(named);
    if (found.length === MAX_RANGES) break;
  }
  return found;
}

function parseLine(whole: string): NamedRange | undefined {
  const line = whole.replace(BULLET, "");
  for (const [pattern, certain] of [
    [LINK, true],
    [CODE, true],
    [QUOTED, true],
    [BARE, false],
  ] as const) {
    for (const match of line.matchAll(pattern)) {
      const named = parseMatch(match, { certain, line });
      if (named !== undefined) return named;
    }
  }
  return undefined;
}

function parseMatch(
  match: RegExpExecArray,
  { certain, line }: { readonly certain: boolean; readonly line: string },
): NamedRange | undefined {
  const { target, code, double, angle, bare, label } = match.groups ?? {};
  const written = target ?? code ?? double ?? angle ?? bare ?? "";
  const after = line.slice(match.index + match[0].length);
  // The range is inside the quotes or after them; for a link, it may also be in its label.
  const inside = splitRange(written.replace(/^<|>$/g, "").replace(/^file:\/\//, ""));
  const outside = inside.range === undefined ? RANGE.exec(after.replace(/^\*+/, "")) : null;
  const labelled = label === undefined ? undefined : splitRange(label).range;
  const range = inside.range ?? (outside === null ? labelled : linesOf(outside));
  const path = (
    range === undefined && bare !== undefined ? inside.path.replace(/(?<![.!?])[.!?]+$/, "") : inside.path
  )
    .replace(/^([^[]*)\]$|^\[([^\]]*)$/, "$1$2")
    .trim();
  if (!looksLikePath(path, { hasRange: range !== undefined })) return undefined;
  const rest = outside === null ? after : after.replace(/^\*+/, "").slice(outside[0].length);
  const why = tidy(rest) || tidy(line.slice(0, match.index));
  return { path, ...range, why, certain: range !== undefined || (certain && path.includes("/")) };
}

interface Lines {
  readonly startLine: number;
  readonly endLine: number;
}

/** Splits a path from the range after it. */
function splitRange(written: string): { readonly path: string; readonly range?: Lines } {
  // The colon of a drive does not start a range.
  for (const { index } of written.matchAll(/[:#\s,]/g)) {
    if (index < 2) continue;
    const match = RANGE.exec(written.slice(index));
    const range = match === null ? undefined : linesOf(match);
    if (range !== undefined) return { path: written.slice(0, index), range };
  }
  return { path: written };
}

function linesOf({ groups = {} }: RegExpExecArray): Lines | undefined {
  const start = Number(groups.s1 ?? groups.s2 ?? groups.s3);
  const end = Number(groups.e1 ?? groups.e2 ?? groups.e3 ?? start);
  if (!Number.isSafeInteger(start) || start < 1) return undefined;
  return { startLine: Math.min(start, Math.max(end, 1)), endLine: Math.max(start, end) };
}

function looksLikePath(path: string, { hasRange }: { readonly hasRange: boolean }): boolean {
  if (path === "" || path.length > 400 || /^[a-z][a-z0-9+.-]+:\/\//i.test(path)) return false;
  const named = /[^\\/.]\.[A-Za-z0-9_-]{1,12}$/.test(path) || /(?:^|[\\/])\.[A-Za-z][\w.-]*$/.test(path);
  return (
    named ||
    (/[\\/]/.test(path) && /[A-Za-z0-9]/.test(path)) ||
    (hasRange && /^(?=.*[A-Za-z])[\w.-]+$/.test(path))
  );
}

/** Strips the separator between a location and its reason. */
function tidy(text: string): string {
  const words = text
    .replace(/^[\s*_`)\]|,:;>–—-]+/, "")
    .replace(/(?<![\s*_`([|,:;–—-])[\s*_`([|,:;–—-]+$/, "")
    .trim();
  return /[\p{L}\p{N}]/u.test(words) ? words : "";
}
