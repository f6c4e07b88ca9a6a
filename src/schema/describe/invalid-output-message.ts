import type { AnyTool, StandardIssue } from "../../contract/index.js";
import { ellipsized } from "../../text/index.js";
import { describeIssues } from "./describe-issues.js";

/** Maximum length of a message, in UTF-16 code units. */
const MAX_MESSAGE_LENGTH = 2_000;

/**
 * Describes what is wrong with the output of a tool, in one line per issue.
 *
 * @returns at most 2,000 characters, whatever the size of the output
 */
export function invalidOutputMessage(
  tool: Pick<AnyTool, "name" | "outputSchema">,
  issues: readonly StandardIssue[],
  output: unknown,
): string {
  const schema = tool.outputSchema ?? {};
  const problems = describeIssues(issues, schema, output);
  const lines = [
    `The output of '${tool.name}' does not match the tool's output schema:`,
    ...problems.map((problem) => `- ${problem}`),
    "This is an error of the tool, not of the call.",
  ];
  return ellipsized(lines.join("\n"), MAX_MESSAGE_LENGTH);
}
