export {
  type CreateInput,
  type CreateOutput,
  createOperation,
  type DiscoveredGuidance,
} from "./files/create.js";
export { type EditInput, type EditOutput, type EditWording, editOperation } from "./files/edit.js";
export type { LineRange } from "./files/line-range.js";
export {
  type ReadCut,
  type ReadDirectory,
  type ReadImage,
  type ReadInput,
  type ReadOutput,
  type ReadText,
  type ReadWording,
  readOperation,
} from "./files/read.js";
export { DEFAULT_READ_LIMITS, type ReadLimits } from "./files/read-limits.js";
export type { Operation } from "./operation.js";
export {
  DEFAULT_GLOB_LIMITS,
  type GlobInput,
  type GlobLimits,
  type GlobOutput,
  globOperation,
} from "./search/glob.js";
export {
  DEFAULT_GREP_LIMITS,
  type GrepInput,
  type GrepLimits,
  type GrepMatch,
  type GrepOutput,
  type GrepWording,
  grepOperation,
} from "./search/grep.js";
export { prepareCommand, type ShellCommand } from "./shell/prepare-command.js";
export {
  MAX_OUTPUT_CHARACTERS,
  type RunCommandInput,
  type RunCommandOutput,
  runCommandOperation,
} from "./shell/run-command.js";
export { visibleText } from "./visible-text.js";
