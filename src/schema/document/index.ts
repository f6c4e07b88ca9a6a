export { copyJson } from "./copy-json.js";
export { inlineReferences } from "./inline-references.js";
export { isRawJsonSchema, type JsonSchemaOptions, jsonSchema } from "./json-schema.js";
export { normalizeJsonSchema } from "./normalize-json-schema.js";
export { escapePointer, followReference, resolvePointer } from "./references.js";
export { eachSubschema, mapSchemaObjects, mapSubschemas, type SchemaPosition } from "./subschemas.js";
