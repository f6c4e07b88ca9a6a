import { type SubagentKind, ToolError } from "../../contract/index.js";

/** The kind of a task that does not name one. */
const GENERAL_KIND = "general";

/** Names of the same kinds in other agents. */
const SYNONYMS: Readonly<Record<string, string>> = {
  "general-purpose": GENERAL_KIND,
  default: GENERAL_KIND,
  task: GENERAL_KIND,
  worker: GENERAL_KIND,
  generalist: GENERAL_KIND,
  explorer: "explore",
  "codebase-investigator": "explore",
  search: "explore",
};

/** Built-in kinds that change nothing: the keys of a call must be known before the runtime can resolve the kind. */
const READ_ONLY_KINDS: ReadonlySet<string> = new Set([
  "explore",
  "finder",
  "oracle",
  "librarian",
  "kraken-planner",
]);

/** Returns whether a kind is known by its name to change nothing; a host's own kind counts as one that may. */
export function isReadOnlyKind(name: string): boolean {
  const spelled = nameOfKind(name);
  return READ_ONLY_KINDS.has(SYNONYMS[spelled] ?? spelled);
}

/**
 * Finds the kind that a name means: the exact name, other letter case, or the name in other agents.
 *
 * @param parameter - the model's name of the parameter, for the error
 * @throws ToolError `unknown-subagent`, naming the available kinds
 */
export function findKind(
  name: string | undefined,
  kinds: readonly SubagentKind[],
  parameter: string,
): SubagentKind {
  const wanted = name === undefined || name.trim() === "" ? GENERAL_KIND : name;
  const spelled = nameOfKind(wanted);
  const names = new Set([spelled, SYNONYMS[spelled]]);
  const found =
    kinds.find((kind) => kind.name === wanted) ??
    kinds.find((kind) => names.has(nameOfKind(kind.name))) ??
    (name === undefined ? kinds.find(({ rights }) => rights === "full") : undefined);
  if (found !== undefined) return found;
  throw new ToolError(`There is no subagent '${wanted}'. ${choice(kinds, parameter)}`, {
    code: "unknown-subagent",
  });
}

function choice(kinds: readonly SubagentKind[], parameter: string): string {
  if (kinds.length === 0) return "This session cannot start any.";
  const lines = kinds.map(({ name, description }) => `- ${name}: ${description}`);
  return `Use one of these as ${parameter}:\n${lines.join("\n")}`;
}

/** Returns the name of a kind without letter case and word separators, in which spellings differ. */
function nameOfKind(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, "-");
}
