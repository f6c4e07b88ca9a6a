import { join } from "node:path";
import { type TextMatch, type TextSearch, ToolError } from "../../contract/index.js";
import { pathFilter } from "../glob/index.js";
import { scopeArguments } from "./ripgrep-arguments.js";
import { runRipgrep } from "./ripgrep-process.js";
import { type RipgrepRecord, RipgrepRecordReader } from "./ripgrep-records.js";
import { requireCleanEnd } from "./search-failure.js";
import { relativeName } from "./search-files.js";
import { openSearchRoot, type SearchRoot } from "./search-root.js";

/** Finds lines with `rg --json`; see `Search.text`. Lines of one file come in order, files in none. */
export async function* searchText(
  request: TextSearch,
  ripgrep: () => Promise<string>,
): AsyncGenerator<TextMatch, void, undefined> {
  if (request.pattern.includes("\0")) {
    throw new ToolError("The pattern holds a NUL character, which no line of text can match. Leave it out.", {
      code: "invalid-pattern",
    });
  }
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
        `./${root.fileName ?? ""}`,
      ],
      cwd: root.cwd,
      signal: request.signal,
    });
    const reader = new RipgrepRecordReader();
    let found = false;
    try {
      for (;;) {
        const { value, done } = await output.next();
        if (done === true) {
          requireCleanEnd(value, request.path, found);
          return;
        }
        for (const record of reader.push(value)) {
          found = true;
          const relativePath = relativeName(record.path);
          if (filter.accepts(relativePath)) yield* linesOf(record, root, relativePath);
        }
      }
    } finally {
      await output.return({ exitCode: 0, complaint: "" });
    }
  } finally {
    root.close();
  }
}

function textArguments(request: TextSearch): string[] {
  // With `--crlf`, `$` matches in front of a Windows line end as well.
  const given = ["--json", "--crlf", request.caseSensitive === true ? "--case-sensitive" : "--ignore-case"];
  if (request.literal === true) given.push("--fixed-strings");
  if (request.multiline === true) given.push("--multiline");
  if (request.maxMatchesPerFile !== undefined) given.push(`--max-count=${request.maxMatchesPerFile}`);
  if (request.contextLines !== undefined) given.push(`--context=${request.contextLines}`);
  // One word of the command line: a pattern that begins with `-` stays a pattern.
  given.push(`--regexp=${request.pattern}`);
  return given;
}

function* linesOf(record: RipgrepRecord, root: SearchRoot, relativePath: string): Generator<TextMatch> {
  const path = join(root.base, relativePath);
  const lines = record.text.split("\n");
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();
  for (const [index, line] of lines.entries()) {
    yield {
      kind: record.kind,
      path,
      line: record.line + index,
      text: line.endsWith("\r") ? line.slice(0, -1) : line,
    };
  }
}
