import { type TextMatch, type TextSearch, ToolError } from "../../../contract/index.js";
import { contextOf, FileLimit, maxCountOf } from "./file-limit.js";
import { type RipgrepRecord, RipgrepRecordReader } from "./ripgrep-records.js";
import { ripgrepSearch } from "./ripgrep-search.js";
import { splitMatches } from "./split-matches.js";

/** Finds lines with `rg --json`; see `Search.text`. Lines of one file come in order, files in none. */
export async function* searchText(
  request: TextSearch,
  ripgrep: () => Promise<string>,
): AsyncGenerator<TextMatch, void, undefined> {
  const reader = new RipgrepRecordReader();
  const recordsOf = request.multiline === true ? apart : (records: RipgrepRecord[]) => records;
  const limit = new FileLimit(request);
  // The file that the records at hand are of, as printed and as given; nothing where the globs leave it out.
  let printed: string | undefined;
  let path: string | undefined;
  yield* ripgrepSearch<TextMatch>(request, {
    ripgrep,
    startsIn: "file-or-directory",
    arguments: textArguments(request),
    *read(chunk, search) {
      for (const record of recordsOf(reader.push(chunk))) {
        search.found = true;
        if (!limit.admits(record)) continue;
        if (record.path !== printed) {
          printed = record.path;
          path = search.pathOf(printed);
        }
        if (path !== undefined) yield* linesOf(record, path);
      }
    },
  });
}

function requireText(pattern: string): void {
  if (!pattern.includes("\0")) return;
  throw new ToolError("The pattern holds a NUL character, which no line of text can match. Leave it out.", {
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

/** The arguments that say what to look for. Throws for a pattern that cannot be part of a command line. */
export function patternArguments(request: TextSearch): string[] {
  requireText(request.pattern);
  // With `--crlf`, `$` matches in front of a Windows line end as well.
  const given = ["--crlf", request.caseSensitive === true ? "--case-sensitive" : "--ignore-case"];
  if (request.literal === true) given.push("--fixed-strings");
  if (request.multiline === true) given.push("--multiline");
  // One word of the command line: a pattern that begins with `-` stays a pattern.
  return [...given, `--regexp=${request.pattern}`];
}

function* apart(records: readonly RipgrepRecord[]): Generator<RipgrepRecord> {
  for (const record of records) yield* splitMatches(record);
}

function* linesOf(record: RipgrepRecord, path: string): Generator<TextMatch> {
  const lines = record.text.split("\n");
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();
  for (const [index, line] of lines.entries()) {
    yield {
      kind: record.kind,
      path,
      line: record.line + index,
      text: line.endsWith("\r") ? line.slice(0, -1) : line,
      ...(index > 0 && record.kind === "match" && { continues: true as const }),
    };
  }
}
