export { FOLDER_READERS, type FolderReaders } from "./folder-readers.js";
export { MANUALS } from "./manuals.js";
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
export { PLATFORMS } from "./program-table.js";
export { PROGRAM_TABLES } from "./program-tables.js";
export { type ProgramReading, type ReadWord, readByTable, readProgram } from "./read-program.js";
export { VALUE_PATTERNS } from "./value-patterns.js";
