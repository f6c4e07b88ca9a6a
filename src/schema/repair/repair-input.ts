import type { JsonObjectSchema } from "../../contract/index.js";
import {
  describeBrokenJson,
  describeParameters,
  describeValue,
  jsonTypeOf,
  schemaReader,
} from "../describe/index.js";
import { parseEmbeddedJson } from "./embedded-json.js";
import { findHostileInput } from "./hostile-input.js";
import { findOversizedJson } from "./input-limits.js";
import { renameParameters } from "./rename-parameters.js";
import { RepairNotes } from "./repair-notes.js";
import { repairProperties } from "./repair-value.js";

/** Options of input repair. */
export interface RepairOptions {
  /** Aliases of parameters, as in a tool definition. */
  readonly parameterAliases: Readonly<Record<string, readonly string[]>>;
}

/** An input that is now an object, with its repairs; or the reason why it cannot become one. */
export type RepairedInput =
  | { readonly input: Record<string, unknown>; readonly repairs: readonly string[] }
  | { readonly problem: string };

/**
 * Repairs, before validation, the mistakes that models make in the *form* of an input; it never guesses
 * content.
 *
 * - A JSON object sent as text, even in a code fence, is parsed; an empty input (`null`, `""`) counts as
 *   `{}`.
 * - Other text becomes the parameter of a tool that has only one, which accepts text: models send a patch without
 *   the JSON around it.
 * - Parameter aliases and names in another style (`filePath` for `file_path`) are renamed, unless the real
 *   name is present.
 * - Numbers, booleans, arrays and objects sent as text are parsed if the schema does not accept text.
 * - `null`, `"null"`, `"undefined"` and `""` for an optional parameter that does not accept them are removed.
 * - A single value becomes an array of one element if only an array is valid.
 *
 * A text that the schema accepts is never altered, and a valid input that uses declared names only is
 * returned as the same object. An array, a scalar, any other text, a key `__proto__`, a nesting beyond 200
 * levels, more than 10,000 values or 8,388,608 characters are problems, worded to follow "Invalid input: ".
 * Never throws for JSON; linear in the input. The schema is read once and cached by identity, so it must not
 * change.
 */
export function repairInput(schema: JsonObjectSchema, input: unknown, options: RepairOptions): RepairedInput {
  const notes = new RepairNotes();
  const oversized = typeof input === "string" ? findOversizedJson(input) : undefined;
  if (oversized !== undefined) return { problem: oversized };
  const object = toObject(input, notes) ?? fromText(input, schema, notes);
  if (object === undefined) return { problem: notAnObject(input, schema) };
  const hostile = findHostileInput(object);
  if (hostile !== undefined) return { problem: hostile };
  const read = schemaReader(schema);
  const facts = read(schema);
  const named = renameParameters(object, facts, {
    parameterAliases: options.parameterAliases,
    path: "",
    notes,
  });
  return { input: repairProperties(named, facts, "", { read, notes, depth: 1 }), repairs: notes.list() };
}

function toObject(input: unknown, notes: RepairNotes): Record<string, unknown> | undefined {
  if (jsonTypeOf(input) === "object") return input as Record<string, unknown>;
  if (input === undefined || input === null) {
    notes.add("input", "nothing was sent, taken as {}");
    return {};
  }
  if (typeof input !== "string") return undefined;
  if (input.trim() === "") {
    notes.add("input", "empty text, taken as {}");
    return {};
  }
  const parsed = parseEmbeddedJson(unquote(input));
  if (jsonTypeOf(parsed) !== "object") return undefined;
  notes.add("input", "object from JSON text");
  return parsed as Record<string, unknown>;
}

/** The start of a text that was meant as JSON or as a code block of it. */
const LIKE_JSON = /^(?:[{["]|```)/;

/** Takes a text as the only parameter of a tool. A text that was meant as JSON is not such a parameter. */
function fromText(
  input: unknown,
  { properties = {} }: JsonObjectSchema,
  notes: RepairNotes,
): Record<string, unknown> | undefined {
  const [only, ...others] = Object.entries(properties);
  if (
    typeof input !== "string" ||
    only === undefined ||
    others.length > 0 ||
    LIKE_JSON.test(input.trimStart())
  ) {
    return undefined;
  }
  const [name, schema] = only;
  if (typeof schema !== "object" || schema.type !== "string") return undefined;
  notes.add(name, "text without JSON around it");
  return { [name]: input };
}

/** Decodes JSON text that was encoded again as a JSON string. */
function unquote(text: string): string {
  if (!text.startsWith('"')) return text;
  try {
    const inner: unknown = JSON.parse(text);
    return typeof inner === "string" ? inner : text;
  } catch {
    return text;
  }
}

function notAnObject(input: unknown, schema: JsonObjectSchema): string {
  const broken = typeof input === "string" ? describeBrokenJson(input) : "";
  const told = `expected a JSON object, received ${describeValue(input)}.${broken === "" ? "" : ` ${broken}`}`;
  return `${told} ${describeParameters(schema)}`;
}
