import { type FoundProblem, type ProblemParser, ruleOf } from "./check-problem.js";
import { itemsOf, jsonRow, membersOf, numberIn, textIn } from "./json-rows.js";

/** Parses ESLint's `json` format: one row with a list of files. */
export const parseEslintJson: ProblemParser = (rows) =>
  rows.flatMap((text, row) =>
    itemsOf(jsonRow(text, '[{"filePath":')).flatMap((result) => {
      const { filePath, messages } = membersOf(result);
      const file = textIn(filePath);
      if (file === undefined) return [];
      return itemsOf(messages).flatMap((entry): FoundProblem[] => {
        const { message, line, column, ruleId, severity } = membersOf(entry);
        const said = textIn(message);
        if (said === undefined) return [];
        const at = { line: numberIn(line), column: numberIn(column) };
        return [
          {
            row,
            file,
            ...(at.line !== undefined && { line: at.line }),
            ...(at.column !== undefined && { column: at.column }),
            message: said,
            ...ruleOf(textIn(ruleId)),
            severity: severity === 1 ? "warning" : "error",
          },
        ];
      });
    }),
  );
