import fc from "fast-check";

const KEYWORDS = [
  ...["type", "properties", "required", "items", "additionalProperties", "enum", "const", "default", "$ref"],
  ...["anyOf", "oneOf", "allOf", "not", "if", "then", "$defs", "definitions", "dependencies", "pattern"],
  ...["minimum", "exclusiveMinimum", "minLength", "multipleOf", "prefixItems", "nullable", "title", "format"],
  ...["dependentRequired", "patternProperties", "description", "examples", "uniqueItems", "x-y", "__proto__"],
];

const wild = fc.letrec((tie) => ({
  schema: fc.dictionary(fc.constantFrom(...KEYWORDS), tie("value"), { maxKeys: 5 }),
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom("object", "string", "array", "nonsense", "#", "#/$defs/a", "#/definitions/a", "(", "a b"),
    fc.boolean(),
    fc.integer({ min: -2, max: 70 }),
    fc.constant(null),
    fc.array(fc.constantFrom("a", "b", "a b", "object", "null")),
    tie("schema"),
    fc.array(tie("schema"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "a b", "__proto__", "x".repeat(65)), tie("schema"), {
      maxKeys: 3,
    }),
  ),
}));

/** Any schema at all: known keywords with values that fit, nearly fit and do not fit. */
export const wildSchema: fc.Arbitrary<unknown> = wild.schema;
