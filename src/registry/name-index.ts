import type { AnyTool, ToolAlias } from "../contract/index.js";

/** The result of looking up a name from a model. */
export type ToolResolution = FoundTool | UnknownTool;

/** A name that matches one tool. */
export interface FoundTool {
  /** Marks the outcome. */
  readonly status: "found";
  /** The tool of the name. */
  readonly tool: AnyTool;
  /** The name as the model sent it. */
  readonly requestedName: string;
  /** The kind of the match. */
  readonly via: "name" | "alias" | "case-insensitive" | "namespace";
  /** The alias that was used, if it has its own schema. */
  readonly alias?: ToolAlias | undefined;
  /** Converts the parameters of the used alias to the parameters of the tool. */
  readonly mapInput?: NonNullable<ToolAlias["mapInput"]> | undefined;
}

/** A name that matches no tool, or more than one tool in another case. */
export interface UnknownTool {
  readonly status: "unknown";
  readonly requestedName: string;
  /** Up to three similar canonical names, the closest first. */
  readonly nearest: readonly string[];
  /** Advice for the model, if the name is that of another agent's tool without a counterpart here. */
  readonly instead?: string | undefined;
}

/** Namespaces that models of OpenAI and Google write before the name of a tool, as in their own prompts. */
const NAMESPACES = ["functions.", "default_api.", "default_api:"] as const;

/** One name of a tool. */
interface NameEntry {
  readonly tool: AnyTool;
  /** Absent for the tool's own name. */
  readonly alias?: ToolAlias;
}

/** An index of tools by all their names, with lookup in constant time. */
export interface NameIndex {
  find(name: string): Omit<FoundTool, "requestedName"> | undefined;
}

/**
 * Indexes the names of tools that do not conflict.
 *
 * An exact name takes precedence over an alias, an alias over another case, another case over a namespace before the
 * name. Another case matches only if it leads to one tool (by canonical names, otherwise by aliases). Uses maps, not
 * objects: a model may call a tool named `constructor`.
 */
export function createNameIndex(tools: Iterable<AnyTool>): NameIndex {
  const exact = new Map<string, NameEntry>();
  const foldedNames = new Map<string, NameEntry | undefined>();
  const foldedAliases = new Map<string, NameEntry | undefined>();
  for (const tool of tools) {
    exact.set(tool.name, { tool });
    addFolded(foldedNames, tool.name, { tool });
    for (const alias of tool.aliases) {
      exact.set(alias.name, { tool, alias });
      addFolded(foldedAliases, alias.name, { tool, alias });
    }
  }
  const find: NameIndex["find"] = (name) => {
    const entry = exact.get(name);
    if (entry !== undefined) return found(entry, entry.alias === undefined ? "name" : "alias");
    const folded = name.toLowerCase();
    const other = foldedNames.has(folded) ? foldedNames.get(folded) : foldedAliases.get(folded);
    return other === undefined ? undefined : found(other, "case-insensitive");
  };
  return {
    find(name) {
      const match = find(name);
      if (match !== undefined) return match;
      const namespace = NAMESPACES.find((each) => name.startsWith(each));
      const bare = namespace === undefined ? undefined : find(name.slice(namespace.length));
      return bare === undefined ? undefined : { ...bare, via: "namespace" };
    },
  };
}

function addFolded(index: Map<string, NameEntry | undefined>, name: string, entry: NameEntry): void {
  const folded = name.toLowerCase();
  const other = index.get(folded);
  const isAmbiguous = index.has(folded) && (other?.tool !== entry.tool || hasOtherInput(other, entry));
  index.set(folded, isAmbiguous ? undefined : entry);
}

function found({ tool, alias }: NameEntry, via: FoundTool["via"]): Omit<FoundTool, "requestedName"> {
  const { mapInput } = alias ?? tool;
  if (alias?.shown === undefined) return { status: "found", tool, via, mapInput };
  return { status: "found", tool, via, mapInput, alias };
}

function hasOtherInput({ alias: one }: NameEntry, { alias: other }: NameEntry): boolean {
  return one?.mapInput !== other?.mapInput || one?.shown !== other?.shown;
}
