export { type ReadInput, readOperation } from "./read.js";
export { DEFAULT_READ_LIMITS, type ReadLimits } from "./read-limits.js";
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
