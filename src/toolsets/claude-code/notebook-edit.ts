import * as z from "zod";
import { notebookEditOperation } from "../../tools/index.js";
import { diffResult, editedText } from "../edited-text.js";
import { face } from "../face.js";
import { EDIT_WORDING } from "./edit.js";

const DONE = { replace: "Replaced", insert: "Inserted", delete: "Deleted" } as const;

/** Claude Code's NotebookEdit: changes one cell of a Jupyter notebook. */
export function notebookEdit() {
  return face(notebookEditOperation, {
    name: "NotebookEdit",
    description: `Replaces, inserts or deletes one cell of a Jupyter notebook (.ipynb), and returns the change as a diff.

- Read the notebook first. cell_id is the id of a cell as in the file, or cell-N for its number from 0.
- edit_mode "replace" (default) sets the source of the cell; a code cell loses its outputs. "insert" adds a cell after cell_id, or at the start without it, and needs cell_type. "delete" removes the cell.
- The rest of the file stays as it is.`,
    inputSchema: z.object({
      notebook_path: z.string().describe("Path of the notebook"),
      cell_id: z.string().describe("The cell; for insert, the one before the new cell").optional(),
      new_source: z.string().describe("The new source of the cell; empty for delete"),
      cell_type: z.enum(["code", "markdown"]).describe("Type of the cell. Default: unchanged").optional(),
      edit_mode: z.enum(["replace", "insert", "delete"]).describe('Default "replace"').optional(),
    }),
    parameterAliases: { notebook_path: ["file_path", "path"] },
    toInput: ({ notebook_path, cell_id, new_source, cell_type, edit_mode = "replace" }) => ({
      path: notebook_path,
      cellId: cell_id,
      source: new_source,
      cellType: cell_type,
      mode: edit_mode,
      wording: { ...EDIT_WORDING, newText: "new_source", cellId: "cell_id", cellType: "cell_type" },
    }),
    toResult: diffResult,
    render: (result, { input, output }) => {
      const { mode = input.edit_mode ?? "replace", cellId = input.cell_id } = output ?? {};
      const cell = cellId === undefined ? "a cell" : `cell ${cellId}`;
      return editedText(`${DONE[mode]} ${cell} of ${output?.path ?? input.notebook_path}.`, result, output);
    },
  });
}
