import type { AnyTool } from "../../contract/index.js";
import { declareTools } from "../declarations/index.js";

/** The rules of a program, for the model. */
export const EXEC_RULES = `Runs JavaScript that calls the other tools.
- The input is the program itself: no JSON, no quotes, no code fence. It runs in a fresh sandbox without Node, file system, network and import.
- Call \`await tools.name(args)\`. Calls that do not depend on each other: \`await Promise.all([...])\`. A call that fails throws an Error with \`message\` and \`code\`.
- Only what the program puts out reaches you: \`text(value)\` (JSON for anything but a string), \`image(value)\` (a data URL or { image_url }), \`forward_output(...results)\` (text and images of results).
- An optional first line sets limits: \`// @exec: {"yield_time_ms": 10000, "max_output_tokens": 1000}\`. After yield_time_ms (default 10000) you get the output so far and a cell ID, and the program continues: read on with \`wait\`. Output has 10000 tokens at most unless max_output_tokens says otherwise.
- \`store(key, value)\` and \`load(key)\` keep plain values for later programs. \`notify(text)\` tells you something at once, \`yield_control()\` returns the output so far. \`exit()\` ends the program. \`setTimeout\` exists.
- Calls that the program does not await end with it. Nothing is undone when it fails.`;

const ONLY = "The other tools are called by programs only, never directly.";

const MANY = `There are many tools: \`ALL_TOOLS\` has their names and descriptions. Filter it, and put out only what you need.`;

/** The rules of `wait`, for the model. */
export const WAIT_RULES = `Waits for a program that exec left running, and returns its new output.
- Only after exec returned "Script running with cell ID ..."; cell_id is that ID.
- Returns when the program ends, yields, or yield_time_ms (default 10000) is over; then wait again with the same cell_id.
- terminate: true ends the program.`;

/** Returns the description of `exec` with the declarations of the tools. */
export function describeExec(tools: readonly AnyTool[], maxDeclarations: number): string {
  const { text, isShortened } = declareTools(tools, maxDeclarations);
  return isShortened
    ? `${EXEC_RULES}\n- ${ONLY}\n- ${MANY}\n\nTools: ${text}`
    : `${EXEC_RULES}\n- ${ONLY}\n\n\`\`\`ts\n${text}\n\`\`\``;
}
