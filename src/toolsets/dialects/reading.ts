import { DEFAULT_READ_LIMITS } from "../../tools/index.js";
import type { Act, Meant } from "./dialect.js";
import { countedFromZero, listIn, numberIn } from "./values.js";

/** Lines `firstLine` to `lastLine`, or `lineCount` of them; `range` is first and last line in one. All count from 1. */
export const READ: Act = {
  name: "read",
  dialects: [
    {
      toolset: "amp",
      names: ["Read"],
      parameters: { path: "path", read_range: "range" },
      compose: asRange,
    },
    {
      toolset: "opencode",
      names: ["read"],
      parameters: { filePath: "path", offset: countedFromZero("firstLine"), limit: "lineCount" },
      compose: asFirstLineAndCount,
    },
    {
      toolset: "claude-code",
      names: ["Read"],
      parameters: { file_path: "path", offset: "firstLine", limit: "lineCount" },
      compose: asFirstLineAndCount,
    },
    {
      toolset: "gemini-cli",
      names: ["read_file"],
      parameters: {
        file_path: "path",
        start_line: "firstLine",
        end_line: "lastLine",
        // Name in earlier versions.
        absolute_path: "path",
        offset: countedFromZero("firstLine"),
        limit: "lineCount",
      },
      compose: asFirstAndLastLine,
    },
  ],
};

/** Shows only images. It is not an alias of reading, because a rule for one must not apply to the other. */
export const VIEW_IMAGE: Act = {
  name: "view image",
  dialects: [
    {
      toolset: "codex",
      names: ["view_image"],
      parameters: { path: "path", file_path: "path", filePath: "path" },
    },
  ],
};

/** Requested lines; values that are not numbers stay for validation to report. */
interface Span {
  readonly first: unknown;
  readonly last: unknown;
  readonly count: unknown;
}

function spanOf(meant: Meant): Span | undefined {
  const [start, end] = listIn(meant.get("range")) ?? [];
  const first = meant.get("firstLine") ?? start;
  const last = meant.get("lastLine") ?? end;
  const count = meant.get("lineCount");
  return first === undefined && last === undefined && count === undefined
    ? undefined
    : { first, last, count };
}

function asRange(meant: Meant): void {
  const span = spanOf(meant);
  if (span === undefined || meant.has("range")) return;
  const first = span.first ?? 1;
  const count = span.count ?? DEFAULT_READ_LIMITS.defaultLines;
  meant.set("range", [first, span.last ?? lastOf(first, count)]);
}

function asFirstLineAndCount(meant: Meant): void {
  const span = spanOf(meant);
  if (span?.first !== undefined) meant.set("firstLine", span.first);
  if (span?.last === undefined || span.count !== undefined) return;
  const [first, last] = [numberIn(span.first ?? 1), numberIn(span.last)];
  meant.set("lineCount", first === undefined || last === undefined ? span.last : last - first + 1);
}

function asFirstAndLastLine(meant: Meant): void {
  const span = spanOf(meant);
  if (span?.first !== undefined) meant.set("firstLine", span.first);
  if (span?.last !== undefined) meant.set("lastLine", span.last);
  else if (span?.count !== undefined) meant.set("lastLine", lastOf(span.first ?? 1, span.count));
}

function lastOf(first: unknown, count: unknown): unknown {
  const [start, lines] = [numberIn(first), numberIn(count)];
  return start === undefined || lines === undefined ? count : start + lines - 1;
}
