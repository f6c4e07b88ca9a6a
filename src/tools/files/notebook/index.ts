export type { CellChange, CellWording } from "./notebook-cells.js";
export { type NotebookEditInput, type NotebookEditOutput, notebookEditOperation } from "./notebook-edit.js";
