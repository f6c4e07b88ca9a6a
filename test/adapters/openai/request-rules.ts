type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Every schema below one, with where it stands. */
function* levels(schema: unknown, path = ""): Generator<readonly [path: string, schema: Schema]> {
  if (!isSchema(schema)) return;
  yield [path, schema];
  for (const keyword of ["items", "additionalProperties", "not", "if", "then", "else", "contains"]) {
    yield* levels(schema[keyword], `${path}/${keyword}`);
  }
  for (const keyword of ["anyOf", "oneOf", "allOf", "prefixItems"]) {
    const list = schema[keyword];
    if (Array.isArray(list))
      for (const [index, child] of list.entries()) yield* levels(child, `${path}/${keyword}/${index}`);
  }
  for (const keyword of ["properties", "patternProperties", "$defs", "dependentSchemas"]) {
    const named = schema[keyword];
    if (isSchema(named))
      for (const [name, child] of Object.entries(named)) yield* levels(child, `${path}/${keyword}/${name}`);
  }
}

/** Why either API would refuse a function without strict mode; from error messages that people reported. */
export function looseRefusals(name: string, schema: Schema): string[] {
  const complaints: string[] = [];
  if (schema.type !== "object") complaints.push(`${name}: schema must be of type object`);
  for (const keyword of ["oneOf", "anyOf", "allOf", "enum", "not"]) {
    if (keyword in schema) complaints.push(`${name}: ${keyword} at the top level`);
  }
  for (const [path, level] of levels(schema)) {
    if ([level.type].flat().includes("array") && (level.items === undefined || level.items === true)) {
      complaints.push(`${name}: array schema missing items at ${path}`);
    }
    if (typeof level.pattern === "string" && /\\p\{|\(\?<[a-z]/.test(level.pattern)) {
      complaints.push(`${name}: '${level.pattern}' is not a 'regex'`);
    }
  }
  return complaints;
}

const STRICT_KEYWORDS = new Set([
  ...["type", "description", "enum", "const", "properties", "required", "additionalProperties", "items"],
  ...["anyOf", "$ref", "$defs", "pattern", "format", "multipleOf", "minimum", "maximum"],
  ...["exclusiveMinimum", "exclusiveMaximum", "minItems", "maxItems"],
]);

/** Why they would refuse one in strict mode. Source: the guide to structured outputs. */
export function strictRefusals(name: string, schema: Schema): string[] {
  const complaints = looseRefusals(name, schema);
  for (const [path, level] of levels(schema)) {
    const at = `${name} at ${path || "the root"}`;
    for (const keyword of Object.keys(level)) {
      if (!STRICT_KEYWORDS.has(keyword)) complaints.push(`${at}: '${keyword}' is not permitted`);
    }
    if ("$ref" in level && Object.keys(level).length > 1) complaints.push(`${at}: $ref cannot have keywords`);
    if (!("type" in level || "anyOf" in level || "$ref" in level))
      complaints.push(`${at}: must have a 'type' key`);
    if (isSchema(level.properties) || [level.type].flat().includes("object")) {
      if (level.additionalProperties !== false) complaints.push(`${at}: additionalProperties must be false`);
      const names = Object.keys(level.properties ?? {});
      if (JSON.stringify(level.required) !== JSON.stringify(names))
        complaints.push(`${at}: required must hold every key`);
    }
  }
  return complaints;
}
