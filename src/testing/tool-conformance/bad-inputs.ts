import type { AnyTool, JsonSchema } from "../../contract/index.js";

/** Values of every JSON type; most have the wrong type for any parameter. */
const WRONG_VALUES: readonly unknown[] = [
  null,
  42,
  "text",
  true,
  [],
  {},
  [null],
  { nested: { deeply: [1] } },
];

/** Texts that commonly break code. None names an existing file. */
const HOSTILE_TEXTS: readonly string[] = [
  "\0",
  "\u{d800}",
  "a\nb",
  "../no-such-folder-of-collet/file",
  "/no-such-folder-of-collet/file",
  "constructor",
  "__proto__",
  "[unclosed",
  "a".repeat(100_000),
];

/** Kinds that could do harm with an empty path or command. */
const HARMFUL_WITHOUT_TEXT: readonly AnyTool["kind"][] = ["delete", "move", "execute"];

const HOSTILE_NUMBERS: readonly number[] = [-1, 0, 0.5, Number.MAX_SAFE_INTEGER, 1e308];

/** Maximum number of bad inputs for one tool; parameters beyond that are not varied. */
const MAX_BAD_INPUTS = 200;

/**
 * Returns inputs that a model may send by mistake: a value that is not an object, missing parameters, parameters of a wrong
 * type or with hostile content, and unknown parameters. The other parameters are as in the good input.
 */
export function badInputs(tool: AnyTool, good: Readonly<Record<string, unknown>>): readonly unknown[] {
  const { properties = {}, required = [] } = tool.inputSchema;
  const inputs: unknown[] = [
    undefined,
    null,
    42,
    "text",
    "{",
    [],
    true,
    {},
    { ...good, no_such_parameter: 1 },
  ];
  // The parser creates an own property for it, as it does for the input from a provider.
  inputs.push(JSON.parse('{"__proto__": {"polluted": true}}'));
  for (const name of required) {
    inputs.push(Object.fromEntries(Object.entries(good).filter(([parameter]) => parameter !== name)));
  }
  for (const [name, schema] of Object.entries(properties)) {
    for (const value of [...WRONG_VALUES, ...hostileValues(schema, tool)])
      inputs.push({ ...good, [name]: value });
  }
  return inputs.slice(0, MAX_BAD_INPUTS);
}

function hostileValues(schema: JsonSchema, tool: AnyTool): readonly unknown[] {
  const types = [schema, ...alternatives(schema)].flatMap(({ type }) => type);
  const texts = HARMFUL_WITHOUT_TEXT.includes(tool.kind) ? HOSTILE_TEXTS : ["", " ", ...HOSTILE_TEXTS];
  return [
    ...(types.includes("string") ? texts : []),
    ...(types.includes("number") || types.includes("integer") ? HOSTILE_NUMBERS : []),
    ...(types.includes("array") ? [Array.from({ length: 1_000 }, () => "x")] : []),
  ];
}

function alternatives({ anyOf, oneOf }: JsonSchema): readonly JsonSchema[] {
  return [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? (list as JsonSchema[]) : []));
}
