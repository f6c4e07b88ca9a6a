import { type FoundProblem, type ProblemParser, positionOf } from "./check-problem.js";

/** `_______ TestX.test_b _______`, above the report of one failure. */
const HEADER = /^_{3,} (.+) _{3,}$/;

/** `test_a.py:3: AssertionError`, and in short reports `test_a.py:3: in test_a`. */
const LOCATION = /^(\S.*?\.py):(\d+): (\S.*)$/;

/** The exception. */
const RAISED = /^E {3,}(\S.*)$/;

/** The beginning of `FAILED test_a.py::TestX::test_b - ValueError: boom`, up to the file. */
const SUMMARY_START = /^(?:FAILED|ERROR) (?=[^\s:])/;

/** The end of the file in a summary: followed by a test's name, a message or nothing. */
const SUMMARY_FILE_END = /\.py(?=::.| - |$)/;

/** Separator before the message of a summary. */
const MESSAGE_MARK = " - ";

/** Parses pytest's failures from their reports, or from the summary where there are no reports. */
export const parsePytest: ProblemParser = (rows) => {
  const stories = failureStories(rows);
  const summary = rows.flatMap((text, row): FoundProblem[] => {
    const read = readSummary(text);
    if (read === undefined) return [];
    const { file, test, said = "failed" } = read;
    return [
      {
        row,
        file,
        message: test === undefined ? said : `${test.replaceAll("::", ".")}: ${said}`,
        severity: "error",
      },
    ];
  });
  return stories.length > 0 ? stories : summary;
};

interface Summary {
  readonly file: string;
  readonly test?: string;
  readonly said?: string;
}

/**
 * Parses a summary row in one pass; a single pattern for all three parts takes cubic time on rows with many file ends
 * and separators.
 */
function readSummary(text: string): Summary | undefined {
  const start = SUMMARY_START.exec(text)?.[0].length;
  if (start === undefined) return undefined;
  const rest = text.slice(start);
  const end = SUMMARY_FILE_END.exec(rest);
  if (end === null) return undefined;
  const file = rest.slice(0, end.index + ".py".length);
  if (/\s/.test(file) || file === ".py") return undefined;
  const after = rest.slice(file.length);
  // A test's name has at least one character.
  const mark = after.indexOf(MESSAGE_MARK, after.startsWith("::") ? "::".length + 1 : 0);
  const test = after.slice("::".length, mark < 0 ? undefined : mark);
  return {
    file,
    ...(after.startsWith("::") && { test }),
    ...(mark >= 0 && { said: after.slice(mark + MESSAGE_MARK.length) }),
  };
}

function failureStories(rows: readonly string[]): FoundProblem[] {
  const found: FoundProblem[] = [];
  for (let row = 0; row < rows.length; row += 1) {
    const name = HEADER.exec(rows[row] ?? "")?.[1];
    if (name === undefined) continue;
    let end = row + 1;
    while (end < rows.length && !HEADER.test(rows[end] ?? "") && !/^={3,} /.test(rows[end] ?? "")) end += 1;
    const story = rows.slice(row + 1, end);
    const locations = story.flatMap((text) => {
      const match = LOCATION.exec(text);
      return match === null ? [] : [{ file: match[1] ?? "", line: match[2] }];
    });
    // The deepest position in the project's own code: frames in the library and in installed packages are absolute.
    const location = locations.findLast(({ file }) => !file.startsWith("/")) ?? locations.at(-1);
    const said = story.flatMap((text) => RAISED.exec(text)?.[1] ?? [])[0];
    if (location !== undefined && said !== undefined) {
      found.push({
        row,
        endRow: end - 1,
        file: location.file,
        ...positionOf(location.line),
        message: `${name.replace(/^ERROR (?:at \w+ of|collecting) /, "")}: ${said}`,
        severity: "error",
      });
    }
    row = end - 1;
  }
  return found;
}
