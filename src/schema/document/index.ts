export { copyJson } from "./copy-json.js";
export { isRawJsonSchema, type JsonSchemaOptions, jsonSchema } from "./json-schema.js";
export { normalizeJsonSchema } from "./normalize-json-schema.js";
export { followReference } from "./references.js";
export { eachSubschema, isSchemaObject, mapSubschemas } from "./subschemas.js";
