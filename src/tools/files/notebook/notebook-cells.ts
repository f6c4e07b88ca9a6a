import { ToolError } from "../../../contract/index.js";
import { fnv1a } from "../../../text/index.js";
import { createYield, isRecord } from "../../../values/index.js";
import { type NotebookText, readNotebookText, type TextRange } from "./notebook-text.js";

/** Characters of a notebook that can be edited. */
const MAX_NOTEBOOK_CHARACTERS = 10_485_760;

/** Characters of the line end and the indentation of the first member: JSON.stringify indents by at most 10. */
const MAX_INDENTATION = 12;

/** A change of one cell. */
export interface CellChange {
  readonly mode: "replace" | "insert" | "delete";
  /** The id of the cell, or `cell-N` for its number from 0. For `insert`, the cell before the new one; absent for the start. */
  readonly cellId?: string | undefined;
  /** Default for `replace`: unchanged. Required for `insert`. */
  readonly cellType?: "code" | "markdown" | undefined;
  readonly source: string;
}

/** The text of a notebook after a change. */
export interface ChangedNotebook {
  readonly content: string;
  /** The part of the text before that was replaced, and its replacement. */
  readonly range: TextRange;
  /** The change that was made, which for `replace` at the end is `insert`. */
  readonly mode: CellChange["mode"];
  /** The id of the cell, or its number as `cell-N`. */
  readonly cellId: string;
}

/** The parameters of a change of a cell, as the model knows them. */
export interface CellWording {
  readonly cellId: string;
  readonly cellType: string;
}

/**
 * Changes one cell of a notebook; every other character stays as it is. A code cell with a new source loses its outputs.
 * Errors: `invalid-input`, `no-match` for a cell that does not exist, `file-too-large`.
 */
export async function changeCell(
  text: string,
  change: CellChange,
  {
    path,
    wording,
    signal,
  }: { readonly path: string; readonly wording: CellWording; readonly signal?: AbortSignal },
): Promise<ChangedNotebook> {
  if (text.length > MAX_NOTEBOOK_CHARACTERS) {
    throw new ToolError(
      `${path} has more than ${MAX_NOTEBOOK_CHARACTERS} characters, too many to edit its cells.`,
      {
        code: "file-too-large",
        absolutePath: path,
      },
    );
  }
  const notebook = readNotebookText(text, path);
  const cells: Record<string, unknown>[] = [];
  const pause = createYield(signal);
  for (const { start, end } of notebook.cells) {
    cells.push(readCell(text.slice(start, end), path));
    await pause();
  }
  const index = indexOf(cells, change, path, wording);
  const mode = change.mode === "replace" && index === cells.length ? "insert" : change.mode;
  const layout = layoutOf(text);
  if (mode === "delete") return deleteAt(text, notebook, index, nameOf(cells, index));
  if (mode === "replace") {
    const cell = replacedCell(cells[index] ?? {}, change);
    const range = notebook.cells[index] as TextRange;
    return { ...spliced(text, range, layout.write(cell)), mode, cellId: nameOf(cells, index) };
  }
  if (change.mode === "insert" && change.cellType === undefined)
    throw invalid(`${wording.cellType} is required for a new cell: "code" or "markdown".`, path);
  const at = change.mode === "insert" && change.cellId !== undefined ? index + 1 : index;
  const id = notebook.hasIds ? newId(cells, change.source) : undefined;
  const written = layout.write(newCell(change, id));
  return { ...insertAt(text, notebook, at, { written, ...layout }), mode, cellId: id ?? `cell-${at}` };
}

function readCell(text: string, path: string): Record<string, unknown> {
  try {
    const cell: unknown = JSON.parse(text);
    if (isRecord(cell)) return cell as Record<string, unknown>;
  } catch {
    // Refused below, like a cell that is not an object.
  }
  throw invalid(`${path} is not a Jupyter notebook: a cell is not a JSON object.`, path);
}

/** Returns the position of the named cell. */
function indexOf(
  cells: readonly Readonly<Record<string, unknown>>[],
  { mode, cellId }: CellChange,
  path: string,
  wording: CellWording,
): number {
  if (cellId === undefined) {
    if (mode === "insert") return 0;
    throw invalid(`${wording.cellId} is required to ${mode} a cell.`, path);
  }
  const named = cells.findIndex(({ id }) => id === cellId);
  if (named >= 0) return named;
  const number = /^cell-(\d{1,7})$/.exec(cellId)?.[1];
  const index = number === undefined ? -1 : Number(number);
  const end = mode === "replace" ? cells.length : cells.length - 1;
  if (index >= 0 && index <= end) return index;
  const known = cells.slice(0, 20).map((_, each) => nameOf(cells, each));
  const more = cells.length > known.length ? ` and ${cells.length - known.length} more` : "";
  throw new ToolError(
    `${path} has no cell ${JSON.stringify(cellId.slice(0, 100))}. Its cells: ${known.join(", ") || "none"}${more}.`,
    { code: "no-match", absolutePath: path },
  );
}

function nameOf(cells: readonly Readonly<Record<string, unknown>>[], index: number): string {
  const id = cells[index]?.id;
  return typeof id === "string" ? id : `cell-${index}`;
}

function replacedCell(cell: Readonly<Record<string, unknown>>, { cellType, source }: CellChange): object {
  const { outputs: _outputs, execution_count: _count, ...rest } = cell;
  const type = cellType ?? cell.cell_type;
  const changed = {
    ...(type === "code" ? { ...cell, execution_count: null, outputs: [] } : rest),
    cell_type: type,
    source: typeof cell.source === "string" ? source : linesOf(source),
  };
  return changed;
}

/** Returns a new cell with its members in the order in which Jupyter writes them. */
function newCell({ cellType = "code", source }: CellChange, id: string | undefined): object {
  const isCode = cellType === "code";
  return {
    cell_type: cellType,
    ...(isCode && { execution_count: null }),
    ...(id !== undefined && { id }),
    metadata: {},
    ...(isCode && { outputs: [] }),
    source: linesOf(source),
  };
}

/** Returns the lines of a source with their ends, as notebooks store them. */
function linesOf(source: string): readonly string[] {
  return source === "" ? [] : source.split(/(?<=\n)/);
}

/** Returns an id that no cell has; the same for the same notebook and source. */
function newId(cells: readonly Readonly<Record<string, unknown>>[], source: string): string {
  const taken = new Set(cells.map(({ id }) => id));
  for (let count = cells.length; ; count += 1) {
    const id = (fnv1a(`${count}\n${source}`) >>> 0).toString(16).padStart(8, "0");
    if (!taken.has(id)) return id;
  }
}

interface Layout {
  /** The line end and the indentation of a cell; empty in a notebook of one line. */
  readonly lineStart: string;
  /** The line end and the indentation of the end of the list. */
  readonly listEnd: string;
  readonly write: (cell: object) => string;
}

/** Returns how a notebook is indented: Jupyter uses one space. */
function layoutOf(text: string): Layout {
  const start = text.slice(text.indexOf("{") + 1).slice(0, MAX_INDENTATION);
  const lineEnd = start.startsWith("\r\n") ? "\r\n" : "\n";
  if (!start.startsWith(lineEnd))
    return { lineStart: "", listEnd: "", write: (cell) => JSON.stringify(cell) };
  const unit = /^[ \t]*/.exec(start.slice(lineEnd.length))?.[0] ?? "";
  const lineStart = `${lineEnd}${unit}${unit}`;
  const write = (cell: object) => JSON.stringify(cell, null, unit).split("\n").join(lineStart);
  return { lineStart, listEnd: `${lineEnd}${unit}`, write };
}

function insertAt(
  text: string,
  { list, cells }: NotebookText,
  at: number,
  { written, lineStart, listEnd }: Omit<Layout, "write"> & { readonly written: string },
): Pick<ChangedNotebook, "content" | "range"> {
  const before = cells[at - 1];
  if (before !== undefined)
    return spliced(text, { start: before.end, end: before.end }, `,${lineStart}${written}`);
  const after = cells[0];
  if (after !== undefined)
    return spliced(text, { start: after.start, end: after.start }, `${written},${lineStart}`);
  return spliced(text, list, `[${lineStart}${written}${listEnd}]`);
}

function deleteAt(
  text: string,
  { list, cells }: NotebookText,
  index: number,
  cellId: string,
): ChangedNotebook {
  const cell = cells[index] as TextRange;
  const [before, after] = [cells[index - 1], cells[index + 1]];
  const change =
    after !== undefined
      ? spliced(text, { start: cell.start, end: after.start }, "")
      : before !== undefined
        ? spliced(text, { start: before.end, end: cell.end }, "")
        : spliced(text, list, "[]");
  return { ...change, mode: "delete", cellId };
}

function spliced(text: string, range: TextRange, by: string): Pick<ChangedNotebook, "content" | "range"> {
  return { content: `${text.slice(0, range.start)}${by}${text.slice(range.end)}`, range };
}

function invalid(message: string, path: string): ToolError {
  return new ToolError(message, { code: "invalid-input", absolutePath: path });
}
