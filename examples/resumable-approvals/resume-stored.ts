import type { ToolResult, ToolRuntime } from "collet";
import { storeResults, takeResults } from "./blocked-file.js";
import { parseAnswers } from "./parse-answers.js";

/**
 * Goes on with what is answered, and keeps the rest in the file. Once nothing is blocked any more, the results are the whole
 * turn in the order of its calls, as a model wants it.
 */
export async function resumeStored(
  runtime: Pick<ToolRuntime, "resume">,
  file: string,
  answers: readonly string[],
): Promise<readonly ToolResult[]> {
  const stored = await takeResults(file);
  let results = stored;
  try {
    results = await runtime.resume(stored, parseAnswers(answers, stored));
  } finally {
    if (results.some(({ status }) => status === "blocked-on-user")) await storeResults(file, results);
  }
  return results;
}
