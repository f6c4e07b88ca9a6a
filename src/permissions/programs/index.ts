export { CONTENT_WRITERS, type ContentWriter } from "./content-writers.js";
export { FOLDER_READERS, type FolderReaders } from "./folder-readers.js";
export { GIT_CHANGES, type GitChange } from "./git/index.js";
export { KNOWN_WRITES, type KnownWrite } from "./known-writes.js";
export { EXCLUDES, NAME_READERS } from "./name-readers.js";
export { OPERAND_SHAPES, type OperandShape } from "./operand-shapes.js";
export type {
  ImpliedWord,
  OperandRow,
  OptionRow,
  Platform,
  ProgramTable,
  ValueForm,
  ValuePattern,
  WordMeaning,
} from "./program-table.js";

export { PROGRAM_TABLES } from "./program-tables.js";
export { type ProgramReading, type ReadWord, readByTable, readProgram } from "./read-program.js";
export { PATTERN_VALUE, PATTERN_WORD } from "./value-patterns.js";
