import type { AnyTool } from "../contract/index.js";
import { declareTools } from "./declarations/index.js";

const RULES = `Runs a JavaScript program in a sandbox. Its only access to the outside is the tools below, as functions of \`tools\`.
- Call \`await tools.name(args)\`. Calls that do not depend on each other: \`await Promise.all([...])\`. A call that fails throws an Error with \`message\` and \`code\`.
- Only what the program puts out reaches you: \`text(value)\`, \`image(value)\`, and the value of the last line or of \`return\`. Filter and summarize in the program.
- There is no Node, no file system, no network, no import. \`setTimeout\` and \`exit()\` exist.
- If the user rejects a call, it throws an Error with the code "rejected-by-user". Nothing is undone when a program fails.`;

const SEARCH = `There are many tools: \`await searchTools("words")\` returns names and descriptions, \`await describeTool("name")\` the declaration of one.`;

/** Returns the description of the tool that runs programs: the rules, and the declarations of the tools. */
export function describeProgramTool(tools: readonly AnyTool[], maxDeclarations: number): string {
  const { text, isShortened } = declareTools(tools, maxDeclarations);
  return isShortened ? `${RULES}\n- ${SEARCH}\n\nTools: ${text}` : `${RULES}\n\n\`\`\`ts\n${text}\n\`\`\``;
}
