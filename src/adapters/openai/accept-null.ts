/** Makes a strict schema accept null as well, unless it already does. */
export function acceptNull(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { anyOf, type, description } = schema;
  if (Array.isArray(anyOf)) {
    const known = anyOf.some((branch) => branch?.type === "null");
    return known ? { ...schema } : { ...schema, anyOf: [...anyOf, { type: "null" }] };
  }
  if (type === undefined || schema.const !== undefined) {
    const { description: _, ...rest } = schema;
    return {
      anyOf: [rest, { type: "null" }],
      ...(description !== undefined && { description }),
    };
  }
  const types = [type].flat();
  const { enum: values } = schema;
  return {
    ...schema,
    type: types.includes("null") ? type : [...types, "null"],
    ...(Array.isArray(values) && { enum: values.includes(null) ? values : [...values, null] }),
  };
}
