import { type Schema, Validator } from "@cfworker/json-schema";

const schema = { $ref: "#/$defs/schema" };
const schemas = { type: "array", minItems: 1, items: schema };
const schemasByName = { type: "object", additionalProperties: schema };
const count = { type: "integer", minimum: 0 };
const names = { type: "array", items: { type: "string" }, uniqueItems: true };
const typeName = { enum: ["array", "boolean", "integer", "null", "number", "object", "string"] };

/**
 * The meta-schema of draft 2020-12, its vocabularies folded into one: what the API holds an `input_schema` against.
 * Source: https://json-schema.org/draft/2020-12/schema. Closed, so that an unknown keyword shows up as well.
 */
const metaSchema: Schema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  ...schema,
  $defs: {
    schema: {
      type: ["object", "boolean"],
      additionalProperties: false,
      properties: {
        $ref: { type: "string" },
        $defs: schemasByName,
        title: { type: "string" },
        description: { type: "string" },
        default: true,
        deprecated: { type: "boolean" },
        examples: { type: "array" },
        type: { anyOf: [typeName, { type: "array", items: typeName, minItems: 1, uniqueItems: true }] },
        const: true,
        enum: { type: "array" },
        format: { type: "string" },
        contentEncoding: { type: "string" },
        contentMediaType: { type: "string" },
        pattern: { type: "string", format: "regex" },
        minLength: count,
        maxLength: count,
        minimum: { type: "number" },
        maximum: { type: "number" },
        exclusiveMinimum: { type: "number" },
        exclusiveMaximum: { type: "number" },
        multipleOf: { type: "number", exclusiveMinimum: 0 },
        properties: schemasByName,
        patternProperties: { ...schemasByName, propertyNames: { format: "regex" } },
        additionalProperties: schema,
        propertyNames: schema,
        required: names,
        minProperties: count,
        maxProperties: count,
        dependentRequired: { type: "object", additionalProperties: names },
        dependentSchemas: schemasByName,
        unevaluatedProperties: schema,
        prefixItems: schemas,
        items: schema,
        contains: schema,
        minContains: count,
        maxContains: count,
        minItems: count,
        maxItems: count,
        uniqueItems: { type: "boolean" },
        unevaluatedItems: schema,
        anyOf: schemas,
        oneOf: schemas,
        allOf: schemas,
        ...Object.fromEntries(["not", "if", "then", "else"].map((keyword) => [keyword, schema])),
      },
    },
  },
};

const validator = new Validator(metaSchema, "2020-12", false);

/** Why the Messages API would refuse a list of tools; empty when it would take it. */
export function refusals(
  tools: readonly { name: string; input_schema: Record<string, unknown> }[],
): string[] {
  const complaints: string[] = [];
  const names = new Set<string>();
  for (const { name, input_schema: input } of tools) {
    if (!/^[a-zA-Z0-9_-]{1,128}$/.test(name)) complaints.push(`${name}: name`);
    if (names.has(name)) complaints.push(`${name}: tool names must be unique`);
    names.add(name);
    if (input.type !== "object") complaints.push(`${name}: input_schema.type`);
    if ("oneOf" in input || "anyOf" in input || "allOf" in input)
      complaints.push(`${name}: union at the root`);
    for (const key of Object.keys(input.properties ?? {})) {
      if (!/^[a-zA-Z0-9_.-]{1,64}$/.test(key)) complaints.push(`${name}: property key ${key}`);
    }
    const { valid, errors } = validator.validate(input);
    if (!valid)
      complaints.push(`${name}: ${errors.map((error) => `${error.instanceLocation} ${error.error}`)}`);
  }
  return complaints;
}
