import { type TextMatch, type TextSearch, ToolError } from "../../contract/index.js";
import { pathFilter } from "../glob/index.js";
import { contextOf, FileLimit, maxCountOf } from "./file-limit.js";
import { scopeArguments } from "./ripgrep-arguments.js";
import { runRipgrep } from "./ripgrep-process.js";
import { type RipgrepRecord, RipgrepRecordReader } from "./ripgrep-records.js";
import { requireCleanEnd } from "./search-failure.js";
import { pathsBelow, relativeName } from "./search-files.js";
import { openSearchRoot } from "./search-root.js";
import { splitMatches } from "./split-matches.js";

/** Finds lines with `rg --json`; see `Search.text`. Lines of one file come in order, files in none. */
export async function* searchText(
  request: TextSearch,
  ripgrep: () => Promise<string>,
): AsyncGenerator<TextMatch, void, undefined> {
  requireText(request.pattern);
  const filter = pathFilter(request.globs ?? [], request.hidden === true);
  const binary = await ripgrep();
  const root = await openSearchRoot(request.path, "file-or-directory");
  try {
    const output = runRipgrep({
      binary,
      arguments: [
        ...scopeArguments(request, filter),
        ...textArguments(request),
        "--",
        root.file === undefined ? "./" : "-",
      ],
      cwd: root.cwd,
      ...(root.file === undefined ? {} : { input: root.file.descriptor }),
      signal: request.signal,
    });
    const reader = new RipgrepRecordReader();
    const recordsOf = request.multiline === true ? apart : (records: RipgrepRecord[]) => records;
    const limit = new FileLimit(request);
    const pathBelow = pathsBelow(root.base);
    let found = false;
    // The file that the records at hand are of, as printed and as given; nothing where the globs leave it out.
    let printed: string | undefined;
    let path: string | undefined;
    try {
      for (;;) {
        const { value, done } = await output.next();
        if (done === true) {
          requireCleanEnd(value, request, found);
          return;
        }
        for (const record of recordsOf(reader.push(value))) {
          found = true;
          if (!limit.admits(record)) continue;
          if (record.path !== printed) {
            printed = record.path;
            const relativePath = root.file?.name ?? relativeName(printed);
            path = filter.accepts(relativePath) ? pathBelow(relativePath) : undefined;
          }
          if (path !== undefined) yield* linesOf(record, path);
        }
      }
    } finally {
      await output.return({ exitCode: 0, complaint: "" });
    }
  } finally {
    root.close();
  }
}

/** Throws for a pattern that cannot be part of a command line. */
export function requireText(pattern: string): void {
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

/** The arguments that say what to look for. */
export function patternArguments(request: TextSearch): string[] {
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
