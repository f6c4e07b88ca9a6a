export { describeBrokenJson } from "./describe-broken-json.js";
export { describeParameters, type ListedParameter, listParameters } from "./describe-parameters.js";
export { describeValue } from "./describe-value.js";
export { invalidInputMessage, invalidOutputMessage } from "./invalid-value-message.js";
export { ANY_JSON_TYPE, JSON_TYPE_BITS, jsonTypeBit, jsonTypeOf } from "./json-type.js";
export { nearestParameter } from "./nearest-parameter.js";
export { type SchemaFacts, type SchemaReader, schemaReader } from "./schema-reader.js";
