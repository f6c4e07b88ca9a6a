import type { AnyTool } from "../../contract/index.js";
import { listParameters } from "../../schema/index.js";
import { ellipsized } from "../../text/index.js";
import { onOneLine, printable } from "../printable.js";
import type { TextStyle } from "./style.js";

/** The fewest columns of a description, on however narrow a terminal. */
const MIN_DESCRIPTION_COLUMNS = 20;

/** Spaces between two columns. */
const GAP = "  ";

/** The form of a table. */
export interface ToolTableOptions {
  readonly style: TextStyle;
  /** The columns of the terminal; without it descriptions are not shortened. */
  readonly columns?: number | undefined;
}

/** Returns a table with one line for each tool: its name, its kind and the first sentence of its description. */
export function toolTable(tools: readonly AnyTool[], { style, columns }: ToolTableOptions): string {
  const rows = tools.map(({ name, kind, description }) => ({
    name: onOneLine(name),
    kind,
    summary: firstSentence(onOneLine(description.replace(/\n/g, " "))),
  }));
  const nameWidth = Math.max(0, ...rows.map(({ name }) => name.length));
  const kindWidth = Math.max(0, ...rows.map(({ kind }) => kind.length));
  const used = nameWidth + kindWidth + 2 * GAP.length;
  const room =
    columns === undefined ? Number.POSITIVE_INFINITY : Math.max(MIN_DESCRIPTION_COLUMNS, columns - used);
  return rows
    .map(({ name, kind, summary }) =>
      [
        style.bold(name.padEnd(nameWidth)),
        style.dim(kind.padEnd(kindWidth)),
        summary.length <= room ? summary : ellipsized(summary, room),
      ].join(GAP),
    )
    .join("\n");
}

/** Returns the text up to the first full stop that ends a sentence. */
function firstSentence(text: string): string {
  const end = text.indexOf(". ");
  return end === -1 ? text.trimEnd() : text.slice(0, end + 1);
}

/** Spaces before a parameter and its description. */
const INDENT = "  ";

/** Returns all that a user needs to call one tool: its names, kind, description and parameters, with an example call. */
export function toolPage(tool: AnyTool, { style }: { readonly style: TextStyle }): string {
  const aliases = tool.aliases.map(({ name }) => name);
  const parameters = listParameters(tool.inputSchema);
  const described = parameters.flatMap(({ name, type, isRequired, description }) => [
    `${INDENT}${style.bold(onOneLine(name))}  ${style.dim(`${onOneLine(type)}${isRequired ? "" : ", optional"}`)}`,
    ...(description === "" ? [] : [`${INDENT}${INDENT}${onOneLine(description.replace(/\n/g, " "))}`]),
  ]);
  return [
    `${style.bold(onOneLine(tool.name))}  ${style.dim(tool.kind)}`,
    ...(aliases.length === 0 ? [] : [style.dim(`also: ${onOneLine(aliases.join(", "))}`)]),
    "",
    printable([{ type: "text", text: tool.description }], { isTTY: true }),
    "",
    ...(described.length === 0 ? ["It takes no parameters."] : ["Parameters:", ...described]),
  ].join("\n");
}
