import { ellipsized } from "../../text/index.js";
import type { SchemaFacts } from "../describe/index.js";
import type { RepairNotes } from "./repair-notes.js";

/** A longer key is not a misspelled parameter. */
const MAX_KEY_LENGTH = 128;

/**
 * Maximum number of undeclared keys considered in one object; with more, the model has not just misspelled a
 * name.
 */
const MAX_UNDECLARED_KEYS = 64;

/**
 * Renames undeclared keys to the parameter they represent: a declared alias, or the same words in another
 * style (`file_path`, `filePath`, `File-Path`).
 *
 * Keeps a key if the parameter itself is present, if two keys match one parameter with different values, and,
 * unless it is a declared alias, if the schema allows undeclared keys. Returns the same object if nothing
 * changes.
 */
export function renameParameters(
  input: Record<string, unknown>,
  facts: SchemaFacts,
  options: {
    readonly parameterAliases: Readonly<Record<string, readonly string[]>>;
    readonly path: string;
    readonly notes: RepairNotes;
  },
): Record<string, unknown> {
  const undeclared = Object.keys(input).filter(
    (key) => !facts.properties.has(key) && key.length <= MAX_KEY_LENGTH,
  );
  if (undeclared.length === 0 || undeclared.length > MAX_UNDECLARED_KEYS) return input;
  const { exact, styled } = nameIndex(facts, options.parameterAliases);

  const claims = new Map<string, string[]>();
  for (const key of undeclared) {
    const parameter =
      exact.get(key) ?? (facts.additional === "welcome" ? undefined : styled.get(styleless(key)));
    if (parameter === undefined || Object.hasOwn(input, parameter)) continue;
    claims.set(parameter, [...(claims.get(parameter) ?? []), key]);
  }

  const newNames = new Map<string, string | undefined>();
  for (const [parameter, [first, ...others]] of claims) {
    if (first === undefined || others.some((key) => input[key] !== input[first])) continue;
    newNames.set(first, parameter);
    for (const other of others) newNames.set(other, undefined);
    options.notes.add(options.path + parameter, `renamed from ${ellipsized(first, 64)}`);
  }
  if (newNames.size === 0) return input;
  return Object.fromEntries(
    Object.entries(input).flatMap(([key, value]): [string, unknown][] => {
      const name = newNames.has(key) ? newNames.get(key) : key;
      return name === undefined ? [] : [[name, value]];
    }),
  );
}

interface NameIndex {
  readonly exact: ReadonlyMap<string, string>;
  /** Names without style; `undefined` if two parameters differ by style only. */
  readonly styled: ReadonlyMap<string, string | undefined>;
}

function nameIndex(
  facts: SchemaFacts,
  parameterAliases: Readonly<Record<string, readonly string[]>>,
): NameIndex {
  const exact = new Map<string, string>();
  const styled = new Map<string, string | undefined>();
  const claim = (name: string, parameter: string) => {
    const words = styleless(name);
    const owner = styled.has(words) ? styled.get(words) : parameter;
    styled.set(words, owner === parameter ? parameter : undefined);
  };
  for (const parameter of facts.properties.keys()) claim(parameter, parameter);
  for (const [parameter, aliases] of Object.entries(parameterAliases)) {
    if (!facts.properties.has(parameter)) continue;
    for (const alias of aliases) {
      exact.set(alias, parameter);
      claim(alias, parameter);
    }
  }
  return { exact, styled };
}

function styleless(name: string): string {
  return name.replace(/[-_\s]/g, "").toLowerCase();
}
