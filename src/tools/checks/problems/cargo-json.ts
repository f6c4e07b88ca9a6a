import { type FoundProblem, type ProblemParser, ruleOf } from "./check-problem.js";
import { itemsOf, jsonRow, membersOf, numberIn, textIn } from "./json-rows.js";

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
    const line = numberIn(primary.line_start);
    const column = numberIn(primary.column_start);
    return [
      {
        row,
        file,
        ...(line !== undefined && { line }),
        ...(column !== undefined && { column }),
        message: said,
        ...ruleOf(textIn(membersOf(code).code)),
        severity: level,
      },
    ];
  });
