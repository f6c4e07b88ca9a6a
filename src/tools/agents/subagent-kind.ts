import { type SubagentKind, ToolError } from "../../contract/index.js";
import { nameOfKind } from "./kind-name.js";

/** The kind of a task that does not say which one it wants. */
const GENERAL_KIND = "general";

/** What other agents call the same kinds. */
const SYNONYMS: Readonly<Record<string, string>> = {
  "general-purpose": GENERAL_KIND,
  default: GENERAL_KIND,
  task: GENERAL_KIND,
  search: "explore",
};

/** Kinds that come with the library and change nothing: what a call touches must be told before anybody can be asked. */
const READ_ONLY_KINDS: ReadonlySet<string> = new Set([
  "explore",
  "finder",
  "oracle",
  "librarian",
  "kraken-planner",
]);

/** Whether a kind is known by its name to change nothing; a host's own kind counts as one that may. */
export function isReadOnlyKind(name: string): boolean {
  const spelled = nameOfKind(name);
  return READ_ONLY_KINDS.has(SYNONYMS[spelled] ?? spelled);
}

/**
 * The kind that a name means: exactly, in other letters, or by what other agents call it.
 *
 * @param parameter - what the model calls the name, for the error
 * @throws ToolError `unknown-subagent`, naming the kinds there are
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
  if (kinds.length === 0) return "This session may start none.";
  const lines = kinds.map(({ name, description }) => `- ${name}: ${description}`);
  return `Give one of these as ${parameter}:\n${lines.join("\n")}`;
}
