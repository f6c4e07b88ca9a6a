import { ToolError } from "../../../contract/index.js";
import { loadOnce } from "../../../values/index.js";
import type { Operation } from "../../operation.js";
import { requireWellFormed } from "../../paths/index.js";
import {
  DEFAULT_EDIT_WORDING,
  type EditWording,
  editingOperation,
  type FileEditOutput,
  requireEditableFile,
} from "../edit/index.js";
import type { CellChange, CellWording } from "./notebook-cells.js";

const loadCells = loadOnce(() => import("./notebook-cells.js"));

/** A change of one cell of a Jupyter notebook. */
export interface NotebookEditInput extends CellChange {
  /** An existing notebook. */
  readonly path: string;
  /** The model's names of the tools and parameters in error messages. */
  readonly wording?: Partial<EditWording & CellWording> | undefined;
}

/** Result of a change of a cell. */
export interface NotebookEditOutput extends FileEditOutput {
  readonly mode: CellChange["mode"];
  /** The id of the cell, or its number as `cell-N`. */
  readonly cellId: string;
}

/**
 * Replaces, inserts or deletes one cell of a Jupyter notebook; every other character of the file stays as it is.
 *
 * In a file that has changed since the session read it, a cell that the change did not touch can be replaced and deleted. Errors:
 * those of an edit, `invalid-input` for a file that is not a notebook, `no-match` for a cell that does not exist.
 */
export const notebookEditOperation: Operation<NotebookEditInput, NotebookEditOutput> = editingOperation(
  (input, context) => {
    const wording = { ...DEFAULT_EDIT_WORDING, ...DEFAULT_CELL_WORDING, ...input.wording };
    return {
      wording,
      creation: async () => undefined,
      async check() {
        requireWellFormed(input.source, wording.newText);
        return (await requireEditableFile(input.path, wording, context)).path;
      },
      async edit({ text, stale, path }) {
        const surroundings = { path, wording, signal: context.signal };
        const { changeCell } = await loadCells();
        const changed = await changeCell(text, input, surroundings);
        const { content, range, mode, cellId } = changed;
        if (stale !== undefined) {
          const before = await changeCell(stale.base, input, surroundings).catch(() => undefined);
          const isSame =
            before?.cellId === cellId &&
            stale.base.slice(before.range.start, before.range.end) === text.slice(range.start, range.end);
          if (!isSame || input.mode === "insert")
            throw new ToolError(stale.refusal, { code: "stale-file", absolutePath: path });
        }
        if (content === text)
          throw new ToolError(`The cell already has this source: ${path} would stay the same.`, {
            code: "no-change",
            absolutePath: path,
          });
        return { content, spans: [range], warnings: [], made: { mode, cellId } };
      },
    };
  },
);

const DEFAULT_CELL_WORDING: CellWording = { cellId: "cellId", cellType: "cellType" };
