type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const PARAMETER_NAME = /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/;

// The comment on `responseJsonSchema` in the SDK's types.
const JSON_SCHEMA_KEYWORDS = new Set([
  ...["$id", "$defs", "$ref", "$anchor", "type", "format", "title", "description", "enum", "items"],
  ...["prefixItems", "minItems", "maxItems", "minimum", "maximum", "anyOf", "oneOf", "properties"],
  ...["additionalProperties", "required", "propertyOrdering"],
]);

/** Why the API would refuse `parametersJsonSchema`. */
export function jsonSchemaRefusals(name: string, schema: unknown): string[] {
  const complaints: string[] = [];
  const visit = (level: unknown, path: string): void => {
    if (!isSchema(level)) {
      if (typeof level !== "boolean" || !path.endsWith("/additionalProperties"))
        complaints.push(`${name} at ${path}: no schema`);
      return;
    }
    for (const keyword of Object.keys(level)) {
      if (!JSON_SCHEMA_KEYWORDS.has(keyword))
        complaints.push(`${name} at ${path}: unknown keyword ${keyword}`);
    }
    if ("$ref" in level && Object.keys(level).some((keyword) => !keyword.startsWith("$"))) {
      complaints.push(`${name} at ${path}: siblings of $ref`);
    }
    for (const keyword of ["items", "additionalProperties"]) {
      if (keyword in level) visit(level[keyword], `${path}/${keyword}`);
    }
    for (const keyword of ["anyOf", "oneOf", "prefixItems"]) {
      const list = level[keyword];
      if (Array.isArray(list))
        for (const [index, child] of list.entries()) visit(child, `${path}/${keyword}/${index}`);
    }
    for (const keyword of ["properties", "$defs"]) {
      for (const [key, child] of Object.entries(level[keyword] ?? {})) {
        if (keyword === "properties" && !PARAMETER_NAME.test(key))
          complaints.push(`${name}: parameter name ${key}`);
        visit(child, `${path}/${keyword}/${key}`);
      }
    }
  };
  visit(schema, "");
  return [...complaints, ...requiredCircles(name, schema)];
}

/** "Cyclic references ... may only be used within non-required properties." */
function requiredCircles(name: string, root: unknown): string[] {
  const definitions = isSchema(root) && isSchema(root.$defs) ? root.$defs : {};
  const demands = (level: unknown, found: Set<string>): Set<string> => {
    if (!isSchema(level)) return found;
    if (typeof level.$ref === "string") found.add(level.$ref);
    for (const keyword of ["items", "additionalProperties"]) demands(level[keyword], found);
    for (const keyword of ["anyOf", "oneOf", "prefixItems"]) {
      const list = level[keyword];
      if (Array.isArray(list)) for (const child of list) demands(child, found);
    }
    const required: unknown = level.required;
    for (const [key, child] of Object.entries(level.properties ?? {})) {
      if (Array.isArray(required) && required.includes(key)) demands(child, found);
    }
    return found;
  };
  const edges = new Map<string, Set<string>>([["#", demands(root, new Set())]]);
  for (const [key, child] of Object.entries(definitions))
    edges.set(`#/$defs/${key}`, demands(child, new Set()));
  return [...edges.keys()]
    .filter((start) => {
      const seen = new Set<string>();
      const pending = [...(edges.get(start) ?? [])];
      for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
        if (next === start) return true;
        if (seen.has(next)) continue;
        seen.add(next);
        pending.push(...(edges.get(next) ?? []));
      }
      return false;
    })
    .map((start) => `${name}: a circle through required parameters at ${start}`);
}

const TYPES = ["STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL"];

// The SDK's type `Schema`.
const OPENAPI_KEYWORDS = new Set([
  ...["anyOf", "default", "description", "enum", "example", "format", "items", "maxItems", "maxLength"],
  ...["maxProperties", "maximum", "minItems", "minLength", "minProperties", "minimum", "nullable", "pattern"],
  ...["properties", "propertyOrdering", "required", "title", "type"],
]);

const COUNTS = ["minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"];

/** Why the API would refuse `parameters`: it is parsed as a protocol buffer, which knows no other field. */
export function openApiRefusals(name: string, schema: unknown, path = ""): string[] {
  if (!isSchema(schema)) return [`${name} at ${path}: no schema`];
  const complaints: string[] = [];
  const complain = (message: string): number => complaints.push(`${name} at ${path}: ${message}`);
  for (const keyword of Object.keys(schema)) {
    if (!OPENAPI_KEYWORDS.has(keyword)) complain(`Unknown name "${keyword}": Cannot find field`);
  }
  const { type, enum: values, required = [], properties = {} } = schema;
  if (type !== undefined && !TYPES.includes(String(type))) complain(`type ${JSON.stringify(type)}`);
  if (
    values !== undefined &&
    !(Array.isArray(values) && values.every((value) => typeof value === "string" && value !== ""))
  )
    complain("enum");
  for (const count of COUNTS) if (count in schema && typeof schema[count] !== "string") complain(count);
  if (type === "ARRAY" && !isSchema(schema.items)) complain("items: missing field");
  if ("properties" in schema && Object.keys(properties as Schema).length === 0)
    complain("properties: should be non-empty for OBJECT type");
  for (const key of required as string[])
    if (!Object.hasOwn(properties as Schema, key)) complain(`required: ${key} is not defined`);
  if (
    type === "STRING" &&
    schema.format !== undefined &&
    !["enum", "date-time"].includes(String(schema.format))
  )
    complain("format");
  for (const [key, child] of Object.entries(properties as Schema)) {
    if (!PARAMETER_NAME.test(key)) complain(`parameter name ${key}`);
    complaints.push(...openApiRefusals(name, child, `${path}/${key}`));
  }
  if ("items" in schema) complaints.push(...openApiRefusals(name, schema.items, `${path}/items`));
  for (const child of (schema.anyOf as unknown[] | undefined) ?? [])
    complaints.push(...openApiRefusals(name, child, `${path}/anyOf`));
  return complaints;
}
