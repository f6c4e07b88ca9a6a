import { type TextMatch, type TextSearch, ToolError } from "../../../contract/index.js";
import { contextOf, FileLimit, maxCountOf } from "./file-limit.js";
import { LineProof } from "./line-proof.js";
import type { OversizedParts } from "./records/oversized-record.js";
import type { RipgrepRecord } from "./records/ripgrep-record.js";
import { RipgrepRecordReader } from "./records/ripgrep-records.js";
import { splitMatches } from "./records/split-matches.js";
import { ripgrepSearch } from "./ripgrep-search.js";
import type { SearchThreads } from "./summary/search-threads.js";

const LINE_FEED = 10;

/** Divides a match record into its matched parts, in order. Parts without text are omitted. */
function* splitParts(record: RipgrepRecord): Generator<RipgrepRecord> {
  if (record.kind === "context" || record.isPart === true) {
    if (record.kind === "context" || hasText(record.text)) yield record;
    return;
  }
  const bytes = record.bytes ?? Buffer.from(record.text);
  let { line } = record;
  let nextFeed = bytes.indexOf(LINE_FEED);
  for (const { start, end } of record.spans ?? []) {
    for (; nextFeed >= 0 && nextFeed < start; nextFeed = bytes.indexOf(LINE_FEED, nextFeed + 1)) line += 1;
    const text = bytes.toString("utf8", start, end);
    if (!hasText(text)) continue;
    yield { ...record, line, text, bytes: bytes.subarray(start, end), offset: record.offset + start };
  }
}

/** Returns whether a part has text besides line ends. */
function hasText(part: string): boolean {
  return /[^\r\n]/.test(part);
}

/**
 * Finds lines with `rg --json`, in chunks; see `Search.text`. Lines of one file are in order, files are not.
 *
 * If a parent folder changed since the search began, a line is yielded only if the file with that name
 * contains it at ripgrep's offset: see `LineProof`.
 *
 * @param threads - knows how much earlier searches have read; by default ripgrep chooses the number of its threads
 */
export async function* searchText(
  request: TextSearch,
  ripgrep: () => Promise<string>,
  threads?: SearchThreads,
): AsyncGenerator<Iterable<TextMatch>, void, undefined> {
  const reader = new RipgrepRecordReader(oversizedPartsOf(request));
  const recordsOf = splitterOf(request);
  const limit = new FileLimit(request);
  // The file of the current records, as printed and as an absolute path; `undefined` if the globs exclude it.
  let printed: string | undefined;
  let path: string | undefined;
  let proof: LineProof | undefined;
  const search = ripgrepSearch<TextMatch>(request, {
    ripgrep,
    startsIn: "file-or-directory",
    listBinaryFiles: true,
    arguments: [...(threads?.argumentsFor(request) ?? []), ...textArguments(request)],
    *read(chunk, search) {
      for (const whole of reader.push(chunk)) {
        search.found = true;
        if (whole.path !== printed) {
          printed = whole.path;
          path = search.pathOf(printed);
          proof?.close();
          proof = undefined;
          if (path === undefined) yield undefined;
        }
        if (path === undefined) continue;
        if (!search.isSettled(printed)) {
          proof ??= LineProof.of(printed, search);
          if (!proof.stands(whole)) {
            yield undefined;
            continue;
          }
        }
        for (const record of recordsOf(whole)) {
          if (limit.admits(record)) yield* linesOf(record, path, { isPart: request.onlyMatching });
          else yield undefined;
        }
      }
    },
  });
  try {
    yield* search;
  } finally {
    proof?.close();
    threads?.remember(request, reader.work);
  }
}

/** Returns how an oversized record is divided; `undefined` for its beginning. */
function oversizedPartsOf({ onlyMatching, multiline }: TextSearch): OversizedParts | undefined {
  if (onlyMatching !== true) return undefined;
  return multiline === true ? "of-several-lines" : "of-one-line";
}

/** Returns the function that divides a record into the matches that count individually. */
function splitterOf({
  onlyMatching,
  multiline,
}: TextSearch): (record: RipgrepRecord) => Iterable<RipgrepRecord> {
  if (onlyMatching === true) return splitParts;
  return multiline === true ? splitMatches : (record) => [record];
}

function requireText(pattern: string): void {
  if (!pattern.includes("\0")) return;
  throw new ToolError("The pattern contains a NUL character, which no line of text can match. Remove it.", {
    code: "invalid-pattern",
  });
}

function textArguments(request: TextSearch): string[] {
  const given = ["--json"];
  const { before, after } = contextOf(request);
  if (before > 0) given.push(`--before-context=${before}`);
  if (after > 0) given.push(`--after-context=${after}`);
  const maxCount = maxCountOf(request);
  if (maxCount !== undefined) given.push(`--max-count=${maxCount}`);
  return [...given, ...patternArguments(request)];
}

/** Returns the arguments for the pattern. Throws for a pattern that cannot be part of a command line. */
export function patternArguments(request: TextSearch): string[] {
  requireText(request.pattern);
  // With `--crlf`, `$` also matches before a Windows line break.
  const given = ["--crlf", request.caseSensitive === true ? "--case-sensitive" : "--ignore-case"];
  if (request.literal === true) given.push("--fixed-strings");
  if (request.multiline === true) given.push("--multiline");
  // One argument, so that a pattern with a leading `-` remains a pattern.
  return [...given, `--regexp=${request.pattern}`];
}

/** Yields the lines of a record; a part of a match has no empty lines. */
function* linesOf(
  record: RipgrepRecord,
  path: string,
  { isPart = false }: { readonly isPart?: boolean | undefined } = {},
): Generator<TextMatch> {
  const lines = record.text.split("\n");
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();
  let continues = false;
  for (const [index, line] of lines.entries()) {
    const text = line.endsWith("\r") ? line.slice(0, -1) : line;
    if (isPart && record.kind === "match" && text === "") continue;
    yield {
      kind: record.kind,
      path,
      line: record.line + index,
      text,
      ...(continues && { continues: true as const }),
    };
    continues = record.kind === "match";
  }
}
