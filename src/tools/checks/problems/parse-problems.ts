import { ellipsized } from "../../../text/index.js";
import { withoutUndefined } from "../../../values/index.js";
import { parseAnnotations } from "./annotations.js";
import { parseBiome } from "./biome.js";
import { parseCargo, parseCargoJson, parseCargoShort, parseCargoTest } from "./cargo.js";
import type { CheckProblem, FoundProblem, ParsedProblem, ProblemParser } from "./check-problem.js";
import { parseCompilerRows } from "./compiler-rows.js";
import { parseEslintJson, parseEslintRows, parseEslintStylish } from "./eslint.js";
import { parseGo, parseGoTest } from "./go.js";
import { parseJest } from "./jest.js";
import { parseMypyJson, parseMypyRows } from "./mypy.js";
import { parsePrettier } from "./prettier.js";
import { parsePytest } from "./pytest.js";
import { parseRuffFull, parseRuffRows } from "./ruff.js";
import { parseTsc } from "./tsc.js";
import { parseVitest } from "./vitest.js";

/** UTF-16 code units of a row that are parsed; of a longer row, only the beginning. */
const MAX_ROW_CHARACTERS = 1_000;

/** UTF-16 code units of a message. */
const MAX_MESSAGE_CHARACTERS = 500;

const JSON_PARSERS: readonly ProblemParser[] = [parseEslintJson, parseMypyJson, parseCargoJson];

/** The most specific first: later parsers skip the rows that an earlier one has parsed. */
const PARSERS: readonly ProblemParser[] = [
  parseAnnotations,
  parseTsc,
  parseVitest,
  parseJest,
  parsePytest,
  parseBiome,
  parseEslintStylish,
  parseEslintRows,
  parsePrettier,
  parseRuffFull,
  parseRuffRows,
  parseMypyRows,
  parseCargo,
  parseCargoShort,
  parseCargoTest,
  parseGo,
  parseGoTest,
  parseCompilerRows,
];

/**
 * Parses the problems in an output, in order, each once.
 *
 * All parsers run, whichever tool printed the output: a script may run several tools, under other names.
 *
 * @param output - plain, without escape sequences
 * @param folder - absolute path of the folder where the command ran: paths inside it become relative
 */
export function parseProblems(output: string, folder: string): readonly CheckProblem[] {
  const whole = output.split("\n");
  // Within a row, other line ends become spaces: a pattern that stops there would start again at each word.
  const rows = whole.map((row) =>
    row
      .slice(0, MAX_ROW_CHARACTERS)
      .trimEnd()
      .replace(/[\r\u2028\u2029]/g, " "),
  );
  const taken = new Set<number>();
  const found: FoundProblem[] = [];
  for (const parser of [...JSON_PARSERS, ...PARSERS]) {
    const problems = parser(JSON_PARSERS.includes(parser) ? whole : rows).filter(
      ({ row }) => !taken.has(row),
    );
    for (const { row, endRow = row } of problems) {
      for (let claimed = row; claimed <= endRow; claimed += 1) taken.add(claimed);
    }
    found.push(...problems);
  }
  const known = new Set<string>();
  return found
    .sort((left, right) => left.row - right.row)
    .map((problem) => ownProblem(problem, folder))
    .filter(({ file, line, column, message }) => {
      const key = JSON.stringify([file, line, column, message]);
      return !known.has(key) && known.add(key);
    });
}

function ownProblem(problem: ParsedProblem, folder: string): CheckProblem {
  const { file, line, column, message, rule, severity } = problem;
  return {
    file: fileName(file, folder),
    ...withoutUndefined({ line, column }),
    message: ellipsized(message.trim(), MAX_MESSAGE_CHARACTERS),
    ...(rule !== undefined && { rule }),
    severity,
  };
}

function fileName(file: string, folder: string): string {
  for (const slash of ["/", "\\"]) {
    const prefix = folder.endsWith(slash) ? folder : folder + slash;
    if (file.startsWith(prefix) && file.length > prefix.length) return file.slice(prefix.length);
  }
  return file.replace(/^(?:\.[\\/])+/, "");
}
