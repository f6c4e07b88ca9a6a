export { commandPrefix } from "./command-arity.js";
export {
  MAX_BLANKS,
  MAX_COMMANDS,
  MAX_FOLDERS,
  MAX_PARSED_LENGTH,
  MAX_PATHS,
  MAX_SCRIPT_DEPTH,
  MAX_SEPARATORS,
  MAX_SUBSTITUTIONS,
  MAX_WORDS,
  MAX_WRAPPER_DEPTH,
} from "./command-limits.js";
export type {
  CertainCommand,
  CommandEffect,
  CommandPath,
  CommandReader,
  CommandReading,
  ListedCommand,
  ProjectUse,
} from "./command-reading.js";
export { addPossibleCommands, type PossibleCommands, possibleCommands } from "./possible-commands.js";
export { readCommand } from "./read-command.js";
export { isExamined, readPowerShellCommand, readUnexaminedCommand } from "./read-unexamined-command.js";
export { hasRememberedAction } from "./remembered-actions.js";
export { runTimeArithmetic } from "./run-time-arithmetic.js";
export { coversOptions, unrememberedWords } from "./unremembered-options.js";
export { withBesides } from "./with-besides.js";
export { wordCount } from "./word-count.js";
