import { type FoundProblem, type ProblemParser, placeOf } from "./check-problem.js";

/** `_______ TestX.test_b _______`, over the story of one failure. */
const HEADER = /^_{3,} (.+) _{3,}$/;

/** `test_a.py:3: AssertionError`, and in short stories `test_a.py:3: in test_a`. */
const PLACE = /^(\S.*?\.py):(\d+): (\S.*)$/;

/** What was raised. */
const RAISED = /^E {3,}(\S.*)$/;

/** `FAILED test_a.py::TestX::test_b - ValueError: boom`. */
const SUMMARY = /^(?:FAILED|ERROR) ([^\s:]\S*?\.py)(?:::(.+?))?(?: - (.*))?$/;

/** Pytest's failures by their stories; by the summary where no stories were told. */
export const parsePytest: ProblemParser = (rows) => {
  const stories = failureStories(rows);
  const summary = rows.flatMap((text, row): FoundProblem[] => {
    const match = SUMMARY.exec(text);
    if (match === null) return [];
    const [, file = "", test, said = "failed"] = match;
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

function failureStories(rows: readonly string[]): FoundProblem[] {
  const found: FoundProblem[] = [];
  for (let row = 0; row < rows.length; row += 1) {
    const name = HEADER.exec(rows[row] ?? "")?.[1];
    if (name === undefined) continue;
    let end = row + 1;
    while (end < rows.length && !HEADER.test(rows[end] ?? "") && !/^={3,} /.test(rows[end] ?? "")) end += 1;
    const story = rows.slice(row + 1, end);
    const places = story.flatMap((text) => {
      const match = PLACE.exec(text);
      return match === null ? [] : [{ file: match[1] ?? "", line: match[2] }];
    });
    // The deepest place of the project's own: frames in the library and in installed packages are absolute.
    const place = places.findLast(({ file }) => !file.startsWith("/")) ?? places.at(-1);
    const said = story.flatMap((text) => RAISED.exec(text)?.[1] ?? [])[0];
    if (place !== undefined && said !== undefined) {
      found.push({
        row,
        endRow: end - 1,
        file: place.file,
        ...placeOf(place.line),
        message: `${name.replace(/^ERROR (?:at \w+ of|collecting) /, "")}: ${said}`,
        severity: "error",
      });
    }
    row = end - 1;
  }
  return found;
}
