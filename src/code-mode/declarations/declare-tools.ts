import type { AnyTool } from "../../contract/index.js";
import { schemaType } from "./schema-type.js";

/** Characters of the description of one tool beside its declaration. */
const MAX_DESCRIPTION = 600;

/** The declarations of the tools of a program. */
export interface Declarations {
  /** TypeScript, for a model to read. */
  readonly text: string;
  /** Whether the text contains names only, because the whole declarations exceed the limit. */
  readonly isShortened: boolean;
}

/**
 * Returns the TypeScript declaration of one tool.
 *
 * @example declareTool(clock, "clock"); // "/** Returns the time. *\/\nclock(args: {}): Promise<string>;"
 */
export function declareTool(tool: AnyTool, identifier: string): string {
  const { description, inputSchema, outputSchema } = tool;
  const name = /^[A-Za-z_$][\w$]*$/.test(identifier) ? identifier : JSON.stringify(identifier);
  const input = schemaType(inputSchema);
  const isOptional = (inputSchema.required ?? []).length === 0;
  const output = outputSchema === undefined ? "unknown" : schemaType(outputSchema);
  return `/** ${shortText(description)} */\n${name}(args${isOptional ? "?" : ""}: ${input}): Promise<${output}>;`;
}

/** Returns the declarations of tools, or their names alone if the declarations are longer than a number of characters. */
export function declareTools(tools: readonly AnyTool[], maxCharacters: number): Declarations {
  const names = toolIdentifiers(tools.map(({ name }) => name));
  const whole: string[] = [];
  let length = 0;
  for (const [index, tool] of tools.entries()) {
    const text = declareTool(tool, names[index]?.[0] ?? tool.name);
    length += text.length;
    if (length > maxCharacters) return { text: namesAlone(names, maxCharacters), isShortened: true };
    whole.push(text);
  }
  return { text: `declare const tools: {\n${whole.join("\n")}\n};`, isShortened: false };
}

function namesAlone(names: readonly (readonly [string, string])[], maxCharacters: number): string {
  const shown: string[] = [];
  let length = 0;
  for (const [identifier] of names) {
    length += identifier.length + 2;
    if (length > maxCharacters) break;
    shown.push(identifier);
  }
  const rest = names.length - shown.length;
  return `${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

function shortText(description: string): string {
  const text = description.replaceAll("*/", "* /").trim();
  return text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION)}...` : text;
}

/**
 * Returns the identifiers under which a program finds tools, in the order of the names: every character that an
 * identifier cannot have becomes `_`. Of two names with the same identifier, the first has it; the other one is found
 * under its own name (`tools["name"]`).
 *
 * @example toolIdentifiers(["Read", "mcp__git-hub__search"]); // [["Read", "Read"], ["mcp__git_hub__search", "mcp__git-hub__search"]]
 */
export function toolIdentifiers(names: readonly string[]): readonly (readonly [string, string])[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const plain = name.replace(/[^A-Za-z0-9_$]/g, "_").replace(/^(?=\d)/, "_");
    const identifier = taken.has(plain) ? name : plain;
    taken.add(identifier);
    return [identifier, name] as const;
  });
}
