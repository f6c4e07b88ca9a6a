export type { AppliedOperation, FileChanges, FileOperation, UndoneChange } from "./file-changes.js";
export type { FileLocation, PathLookup } from "./file-location.js";
export type { StaleText, TextFile, TextUpdate, TextUpdateOptions } from "./text-file.js";
export type {
  FileChange,
  LineWindow,
  LineWindowRequest,
  Workspace,
  WorkspaceFiles,
  WorkspaceScope,
} from "./workspace.js";
