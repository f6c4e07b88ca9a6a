import type { ToolResult, ToolRuntime } from "collet";
import { storeResults, takeResults } from "./blocked-file.js";
import { parseAnswers } from "./parse-answers.js";

/**
 * Resumes the calls that are answered, and stores the others again. When no call is blocked any more, the results are the
 * complete turn in call order, as the model needs it.
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
