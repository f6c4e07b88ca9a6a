import type { JsonSchema } from "../../contract/index.js";
import {
  ANY_JSON_TYPE,
  JSON_TYPE_BITS,
  jsonTypeBit,
  jsonTypeOf,
  type SchemaFacts,
  type SchemaReader,
} from "../describe/index.js";
import { parseEmbeddedJson } from "./embedded-json.js";
import { findHostileInput } from "./hostile-input.js";
import { MAX_INPUT_DEPTH } from "./input-limits.js";
import { renameParameters } from "./rename-parameters.js";
import type { RepairNotes } from "./repair-notes.js";

/** The state of repairing one value. */
export interface ValueRepair {
  readonly read: SchemaReader;
  readonly notes: RepairNotes;
  readonly depth: number;
}

const {
  string: STRING,
  number: NUMBER,
  boolean: BOOLEAN,
  null: NULL,
  array: ARRAY,
  object: OBJECT,
} = JSON_TYPE_BITS;

/** Words that models use for a parameter they intend to omit. */
const ABSENT_WORDS = new Set(["", "null", "undefined"]);

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Maximum length of a number; avoids applying the pattern above to long texts. */
const MAX_NUMBER_LENGTH = 64;

/**
 * Repairs a value whose type its schema does not accept, and the inside of one whose type is accepted.
 *
 * Returns the same value if there is nothing to repair or no repair is certain.
 */
function repairValue(value: unknown, schema: JsonSchema, path: string, repair: ValueRepair): unknown {
  const facts = repair.read(schema);
  if (facts.accepts === ANY_JSON_TYPE) return value;
  if ((facts.accepts & jsonTypeBit(value)) !== 0) return repairInside(value, facts, path, repair);
  const converted = typeof value === "string" ? fromText(value, facts) : undefined;
  if (converted !== undefined) {
    const what =
      typeof converted === "object"
        ? `${jsonTypeOf(converted)} from JSON text`
        : `${typeof converted} from a string`;
    repair.notes.add(path, what);
    return repairInside(converted, facts, path, repair);
  }
  return wrapLoneValue(value, facts, path, repair);
}

/** Repairs the properties of an object; `path` is empty or ends in a dot. */
export function repairProperties(
  input: Record<string, unknown>,
  facts: SchemaFacts,
  path: string,
  repair: ValueRepair,
): Record<string, unknown> {
  // A key with the value undefined here is removed.
  let changes: Map<string, unknown> | undefined;
  for (const key of Object.keys(input)) {
    const schema = facts.properties.get(key);
    if (schema === undefined) continue;
    const value = input[key];
    let better: unknown;
    if (!facts.required.has(key) && isMeantAbsent(value, repair.read(schema))) {
      repair.notes.add(path + key, `${JSON.stringify(value) ?? "undefined"} left out`);
    } else {
      better = repairValue(value, schema, path + key, repair);
      if (better === value) continue;
    }
    changes ??= new Map();
    changes.set(key, better);
  }
  if (changes === undefined) return input;
  const entries = Object.entries(input).map(([key, value]): [string, unknown] => [
    key,
    changes.has(key) ? changes.get(key) : value,
  ]);
  return Object.fromEntries(entries.filter(([key, value]) => value !== undefined || !changes.has(key)));
}

function isMeantAbsent(value: unknown, facts: SchemaFacts): boolean {
  if (value === undefined) return true;
  if (value === null) return (facts.accepts & NULL) === 0;
  return typeof value === "string" && (facts.accepts & STRING) === 0 && ABSENT_WORDS.has(value);
}

function repairInside(value: unknown, facts: SchemaFacts, path: string, repair: ValueRepair): unknown {
  if (typeof value !== "object" || value === null || repair.depth >= MAX_INPUT_DEPTH) return value;
  const inner = { ...repair, depth: repair.depth + 1 };
  if (Array.isArray(value)) return repairElements(value, facts, path, inner);
  if (facts.properties.size === 0) return value;
  const input = value as Record<string, unknown>;
  const named = renameParameters(input, facts, {
    parameterAliases: {},
    path: `${path}.`,
    notes: repair.notes,
  });
  return repairProperties(named, facts, `${path}.`, inner);
}

function repairElements(
  elements: readonly unknown[],
  facts: SchemaFacts,
  path: string,
  repair: ValueRepair,
): readonly unknown[] {
  const { items } = facts;
  if (items === undefined || repair.read(items).accepts === ANY_JSON_TYPE) return elements;
  let repaired: unknown[] | undefined;
  for (let index = 0; index < elements.length; index += 1) {
    const better = repairValue(elements[index], items, `${path}.${index}`, repair);
    if (better === elements[index]) continue;
    repaired ??= [...elements];
    repaired[index] = better;
  }
  return repaired ?? elements;
}

/**
 * Returns the value that a text represents, if it has an accepted type and nothing is lost. A text is never
 * converted to a text.
 */
function fromText(text: string, { accepts, integer }: SchemaFacts): unknown {
  if ((accepts & (NUMBER | BOOLEAN)) !== 0 && text.length <= MAX_NUMBER_LENGTH) {
    const word = text.trim();
    if ((accepts & BOOLEAN) !== 0 && /^(?:true|false)$/i.test(word)) return word.toLowerCase() === "true";
    if ((accepts & NUMBER) !== 0 && JSON_NUMBER.test(word)) {
      const number = Number(word);
      const exact = Number.isInteger(number)
        ? Number.isSafeInteger(number)
        : !integer && Number.isFinite(number);
      if (exact) return number;
    }
  }
  if ((accepts & (ARRAY | OBJECT)) !== 0) {
    const parsed = parseEmbeddedJson(text);
    if (
      parsed !== undefined &&
      (accepts & jsonTypeBit(parsed)) !== 0 &&
      findHostileInput(parsed) === undefined
    ) {
      return parsed;
    }
  }
  return undefined;
}

/** Wraps a single value in an array if the schema requires an array and its elements accept the value. */
function wrapLoneValue(value: unknown, facts: SchemaFacts, path: string, repair: ValueRepair): unknown {
  const isCandidate =
    (facts.accepts & ARRAY) !== 0 && facts.allowsSingleElement && facts.items !== undefined && value != null;
  if (!isCandidate || facts.items === undefined) return value;
  const element = repairValue(value, facts.items, `${path}.0`, repair);
  if ((repair.read(facts.items).accepts & jsonTypeBit(element)) === 0) return value;
  repair.notes.add(path, "array from a single value");
  return [element];
}
