import type { AnyTool } from "../../contract/index.js";
import { listParameters } from "../../schema/index.js";
import { onOneLine, printable } from "../printable.js";
import type { TextStyle } from "./style.js";

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
