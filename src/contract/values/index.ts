export type { Clock } from "../../values/index.js";
export type { ContentPart, FilePart, ImagePart, JsonPart, TextPart } from "./content-part.js";
export { describeThrown } from "./describe-thrown.js";
export {
  hasManyMembers,
  ignoreRejection,
  ignoreRejectionsIn,
  isThenable,
  memberNames,
  type NameLists,
  quietly,
} from "./ignore-rejection.js";
export type { JsonObject, JsonObjectSchema, JsonSchema, JsonValue } from "./json.js";
export { createQuietController, quietSignal } from "./quiet-signal.js";
export { type DataLimits, type ReadData, readData } from "./read-data.js";
export type {
  InferInput,
  InferOutput,
  StandardIssue,
  StandardResult,
  StandardSchema,
} from "./standard-schema.js";
export type { TruncationPolicy, TruncationRecord } from "./text-limits.js";
export {
  checkTruncationLimits,
  checkTruncationPolicy,
  type TextLimits,
} from "./text-limits.js";
export type { TraceContext } from "./trace-context.js";
