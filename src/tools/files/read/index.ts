export type { ImageMediaType } from "./file-signature.js";
export { type ReadInput, readOperation } from "./read.js";
export { DEFAULT_READ_LIMITS, type ReadLimits } from "./read-limits.js";
export {
  MAX_CHARACTERS_OF_FILES,
  MAX_FILES_TO_READ,
  type ReadManyInput,
  type ReadManyOutput,
  readManyOperation,
} from "./read-many.js";
export type {
  ReadDirectory,
  ReadDocument,
  ReadImage,
  ReadOutput,
  ReadText,
  ReadTruncation,
} from "./read-output.js";
export type { PageWording, ReadPage } from "./read-page.js";
export type { ReadWording } from "./read-request.js";
export { type ViewImageInput, viewImageOperation } from "./view-image.js";
