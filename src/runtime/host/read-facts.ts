import {
  SHELL_LANGUAGES,
  type ShellLanguage,
  TOOL_KINDS,
  type ToolFacts,
  type ToolKind,
} from "../../contract/index.js";
import { atOnce } from "./at-once.js";
import { kindOf } from "./kind-of.js";
import { textOf } from "./read-content.js";
import { UnusableValue } from "./unusable-value.js";

const ACCESSES: readonly unknown[] = ["read", "write", "delete"];

/**
 * Returns copies of the facts that a tool's `facts` function returned. Permission is judged by them, so an unknown
 * value is refused and never treated as "touches nothing": a promise has no paths either.
 *
 * @throws UnusableValue (or what a getter throws) for anything else
 */
export function readFacts(value: unknown): ToolFacts {
  const given = atOnce(value);
  if (given === undefined || given === null) return {};
  if (typeof given !== "object" || Array.isArray(given)) {
    throw new UnusableValue(
      `it must return { paths, command, cwd, language, hosts, kind }, not ${kindOf(given)}`,
    );
  }
  const { paths, command, cwd, language, hosts, kind } = given as Partial<Record<keyof ToolFacts, unknown>>;
  return {
    ...(isThere(paths) && { paths: listOf(paths, "paths", pathFact) }),
    ...(isThere(command) && { command: textOf(command, "command") }),
    ...(isThere(cwd) && { cwd: textOf(cwd, "cwd") }),
    ...(isThere(language) && { language: languageFact(language) }),
    ...(isThere(hosts) && { hosts: listOf(hosts, "hosts", textOf) }),
    ...(isThere(kind) && { kind: kindFact(kind) }),
  };
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function kindFact(value: unknown): ToolKind {
  const kind = TOOL_KINDS.find((each) => each === value);
  if (kind === undefined) throw new UnusableValue(`kind must be one of ${TOOL_KINDS.join(", ")}`);
  return kind;
}

function languageFact(language: unknown): ShellLanguage {
  const known = SHELL_LANGUAGES.find((each) => each === language);
  if (known === undefined) throw new UnusableValue(`language must be one of ${SHELL_LANGUAGES.join(", ")}`);
  return known;
}

function listOf<Item>(
  value: unknown,
  field: string,
  read: (value: unknown, field: string) => Item,
): readonly Item[] {
  if (!Array.isArray(value)) throw new UnusableValue(`${field} must be a list, not ${kindOf(value)}`);
  return Array.from(value, (item: unknown, index) => read(item, `${field}[${index}]`));
}

function pathFact(value: unknown, field: string): NonNullable<ToolFacts["paths"]>[number] {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) {
    throw new UnusableValue(`${field} must be a path or { path, access }, not ${kindOf(value)}`);
  }
  const { path, access } = value as { readonly path?: unknown; readonly access?: unknown };
  if (!ACCESSES.includes(access)) {
    throw new UnusableValue(`${field}.access must be read, write or delete, not ${kindOf(access)}`);
  }
  return { path: textOf(path, `${field}.path`), access: access as "read" };
}
