import type { AnyTool } from "../contract/index.js";
import { type ActName, actOf } from "./dialects/index.js";

/** Names of the tools, by what they do. */
type Names = Readonly<Partial<Record<ActName, string>>>;

/**
 * Returns the usage text for a system prompt as a Markdown list: which tool to use for which purpose.
 *
 * It is made from the given tools under the names that the model sees, so pass `runtime.tools()`: it never mentions a
 * missing tool. A host's tool contributes the text in its `metadata.guidance`. Equal tools produce equal text; empty if
 * there is no advice.
 *
 * @example
 * const system = `You are a coding agent.\n\n${toolGuidance(runtime.tools())}`;
 */
export function toolGuidance(tools: readonly AnyTool[]): string {
  const names: Partial<Record<ActName, string>> = {};
  for (const tool of tools) {
    const act = actOf(tool);
    // Marked as code, because some names are also words: `read`, `edit`.
    if (act !== undefined) names[act.name] ??= `\`${tool.name}\``;
  }
  const sentences = ADVICE.map((advice) => advice(names)).filter((sentence) => sentence !== undefined);
  return [...sentences, ...hostAdvice(tools)].map((sentence) => `- ${sentence}`).join("\n");
}

/** Advice texts; each appears if the tools that it mentions exist. */
const ADVICE: readonly ((names: Names) => string | undefined)[] = [
  ({ grep, shell }) =>
    grep &&
    `To search in the contents of files, use ${grep}${shell ? `, not ${shell} with grep or rg: its results are bounded and easier to read` : ""}.`,
  ({ glob, shell }) =>
    glob && `To find files by their names use ${glob}${shell ? `, not ${shell} with find or ls` : ""}.`,
  ({ list, glob }) =>
    list &&
    `To see what is in a folder use ${list}${glob ? `; once you know what you look for, ${glob}` : ""}.`,
  ({ read, shell }) =>
    read &&
    `To look at a file use ${read}${shell ? `, not ${shell} with cat, head or tail` : ""}. Of a long file read the part that matters.`,
  ({ read, edit, patch }) => {
    const change = edit ?? patch;
    return (
      read &&
      change &&
      `Before you change a file with ${change}, read it with ${read}, and copy the old text from there, not from memory.`
    );
  },
  ({ edit, write }) =>
    edit &&
    write &&
    `To change part of a file, use ${edit}; ${write} replaces all of it and is for new files, or when most of the text changes.`,
  ({ edit, "multi edit": multiEdit }) =>
    multiEdit &&
    `Make several changes of one file in a single ${multiEdit}${edit ? `, not in one ${edit} after the other` : ""}.`,
  ({ edit, patch }) =>
    patch &&
    (edit
      ? `For a change that runs through several files use ${patch}: it is made in all of them or in none.`
      : `Change files with ${patch}: it is applied as a whole or not at all.`),
  ({ edit, patch, shell }) => {
    const change = edit ?? patch;
    return (
      change &&
      shell &&
      `Do not change files with sed or redirections in ${shell}; ${change} checks what it replaces.`
    );
  },
  ({ move, delete: remove, shell }) => {
    const tools = [move, remove].filter((tool) => tool !== undefined);
    if (tools.length === 0 || shell === undefined) return undefined;
    const commands = [...(move ? ["mv"] : []), ...(remove ? ["rm"] : [])];
    return `To ${[...(move ? ["move"] : []), ...(remove ? ["delete"] : [])].join(" or ")} files use ${tools.join(" or ")}, not ${shell} with ${commands.join(" or ")}.`;
  },
  ({ undo }) => undo && `If a change turns out wrong, take it back with ${undo} rather than by another edit.`,
  ({ shell }) =>
    shell &&
    `Use ${shell} for what no other tool does: builds, tests, version control. Run the project's own checks after you changed something.`,
  ({ "view image": viewImage }) => viewImage && `To see an image of this machine use ${viewImage}.`,
  ({ "write todos": todos }) =>
    todos &&
    `For work of several steps keep a list with ${todos}: one step in progress at a time, done ones marked at once.`,
  (names) => {
    const readers = (["read", "grep", "glob", "list"] as const)
      .map((act) => names[act])
      .filter((name) => name !== undefined);
    return readers.length < 2
      ? undefined
      : `Send calls that do not need each other's results together: ${readers.join(", ")} run at the same time.`;
  },
];

function hostAdvice(tools: readonly AnyTool[]): string[] {
  return tools.flatMap(({ name, metadata }) =>
    typeof metadata.guidance === "string" && metadata.guidance.trim() !== ""
      ? [`\`${name}\`: ${metadata.guidance.trim()}`]
      : [],
  );
}
