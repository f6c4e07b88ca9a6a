import { byRow } from "./by-row.js";
import { type FoundProblem, type ProblemParser, positionOf, ruleOf } from "./check-problem.js";
import { itemsOf, jsonRow, membersOf, numberIn, textIn } from "./json-rows.js";

const HEADER = /^(error|warning)(?:\[(\w+)\])?: (\S.*)$/;

/** Rows that one problem may take; the next begins after a blank row. */
const MAX_STORY_ROWS = 80;

const ARROW = /^ *--> (\S.*?):(\d+):(\d+)$/;

/** Clippy names its rule in the URL of its documentation. */
const CLIPPY_PAGE = /rust-clippy\/\S*#(\w+)$/;

/** `thread 't' (6713) panicked at src/lib.rs:3:10:`, with the message below. */
const PANIC = /^thread '(.+?)'(?: \(\d+\))? panicked at (\S.*?):(\d+):(\d+):$/;

/** The format before Rust 1.73: the message in quotes, then the position. */
const OLD_PANIC = /^thread '(.+?)' panicked at '(.*)', (\S.*?):(\d+):(\d+)$/;

/** Parses the diagnostics of rustc and Clippy through cargo: a header with the position below it. */
export const parseCargo: ProblemParser = (rows) =>
  rows.flatMap((text, row): FoundProblem[] => {
    const header = HEADER.exec(text);
    const [, file, line, column] = ARROW.exec(rows[row + 1] ?? "") ?? [];
    if (header === null || file === undefined) return [];
    const [, severity, code, message = ""] = header;
    let endRow = row + 1;
    let page: string | undefined;
    while (
      endRow - row < MAX_STORY_ROWS &&
      endRow + 1 < rows.length &&
      (rows[endRow + 1] ?? "").trim() !== ""
    ) {
      endRow += 1;
      page ??= CLIPPY_PAGE.exec(rows[endRow] ?? "")?.[1];
    }
    const rule = code ?? (page === undefined ? undefined : `clippy::${page}`);
    return [
      {
        row,
        endRow,
        file,
        ...positionOf(line, column),
        message,
        rule: ruleOf(rule),
        severity: severity === "warning" ? "warning" : "error",
      },
    ];
  });

/** Parses `src/lib.rs:1:37: error[E0308]: ...` of `--message-format short`. */
export const parseCargoShort: ProblemParser = byRow({
  pattern: /^(\S.*?\.rs):(\d+):(\d+): (error|warning)(?:\[(\w+)\])?: (.*)$/,
  problem: ([, file = "", line, column, severity, rule, message = ""]) => ({
    file,
    ...positionOf(line, column),
    message,
    rule: ruleOf(rule),
    severity: severity === "warning" ? "warning" : "error",
  }),
});

/** Parses tests that panicked. */
export const parseCargoTest: ProblemParser = (rows) =>
  rows.flatMap((text, row): FoundProblem[] => {
    const old = OLD_PANIC.exec(text);
    if (old !== null) {
      const [, test = "", said = "", file = "", line, column] = old;
      return [{ row, file, ...positionOf(line, column), message: `${test}: ${said}`, severity: "error" }];
    }
    const match = PANIC.exec(text);
    if (match === null) return [];
    const [, test = "", file = "", line, column] = match;
    const said = rows[row + 1]?.trim() || "panicked";
    return [
      {
        row,
        endRow: row + 1,
        file,
        ...positionOf(line, column),
        message: `${test}: ${said}`,
        severity: "error",
      },
    ];
  });

/** Parses `cargo ... --message-format json`: one object per row. */
export const parseCargoJson: ProblemParser = (rows) =>
  rows.flatMap((text, row): FoundProblem[] => {
    const { message: wrapped } = membersOf(jsonRow(text, '{"reason":"compiler-message"'));
    const { message, level, code, spans } = membersOf(wrapped);
    const said = textIn(message);
    if (said === undefined || (level !== "error" && level !== "warning")) return [];
    const primary = membersOf(itemsOf(spans).find((span) => membersOf(span).is_primary === true));
    const file = textIn(primary.file_name);
    if (file === undefined) return [];
    return [
      {
        row,
        file,
        line: numberIn(primary.line_start),
        column: numberIn(primary.column_start),
        message: said,
        rule: ruleOf(textIn(membersOf(code).code)),
        severity: level,
      },
    ];
  });
