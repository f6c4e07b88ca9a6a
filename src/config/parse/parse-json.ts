import type { Node } from "jsonc-parser";
import { type ConfigValue, MAX_CONFIG_DEPTH } from "./config-value.js";
import { lineIndex } from "./line-index.js";

/**
 * Parses JSON with comments and trailing commas, with the line of every value. If a key occurs twice, the last value
 * counts, as in `JSON.parse`.
 *
 * @throws SyntaxError with the line of the first error
 */
export async function parseJson(text: string): Promise<ConfigValue> {
  const { parseTree, printParseErrorCode } = await import("jsonc-parser");
  const source = text.startsWith("\uFEFF") ? text.slice(1) : text;
  refuseDeepNesting(source);
  const errors: Parameters<typeof parseTree>[1] = [];
  const tree = parseTree(source, errors, { allowTrailingComma: true });
  const lineOf = lineIndex(source);
  const [error] = errors;
  if (error !== undefined) {
    throw new SyntaxError(`${printParseErrorCode(error.error)} on line ${lineOf(error.offset)}`);
  }
  if (tree === undefined) throw new SyntaxError("the file is empty");
  return valueOfNode(tree, lineOf);
}

/** The parser is recursive: text with more open brackets than this would exhaust its stack. */
function refuseDeepNesting(source: string): void {
  let depth = 0;
  let inText = false;
  for (let index = 0; index < source.length; index += 1) {
    const character = source[index];
    if (character === "\\" && inText) index += 1;
    else if (character === '"') inText = !inText;
    else if (character === "\n") inText = false;
    else if (inText) continue;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") depth -= 1;
    // Brackets in comments may be unbalanced: the limit leaves room for them.
    if (depth > 4 * MAX_CONFIG_DEPTH) throw new SyntaxError("the values are nested too deeply");
  }
}

function valueOfNode(node: Node, lineOf: (offset: number) => number): ConfigValue {
  const line = lineOf(node.offset);
  switch (node.type) {
    case "string":
      return { type: "text", value: String(node.value), line };
    case "number":
      return { type: "number", value: Number(node.value), line };
    case "boolean":
      return { type: "boolean", value: node.value === true, line };
    case "array":
      return { type: "list", items: (node.children ?? []).map((each) => valueOfNode(each, lineOf)), line };
    case "object": {
      const entries = new Map<string, ConfigValue>();
      for (const { children } of node.children ?? []) {
        const [key, value] = children ?? [];
        if (key !== undefined && value !== undefined)
          entries.set(String(key.value), valueOfNode(value, lineOf));
      }
      return { type: "record", entries, line };
    }
    default:
      return { type: "null", line };
  }
}
