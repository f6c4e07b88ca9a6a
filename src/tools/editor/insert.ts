import { type ToolContext, ToolError } from "../../contract/index.js";
import {
  DEFAULT_EDIT_WORDING,
  type EditWording,
  editingOperation,
  requireEditableFile,
} from "../files/edit/index.js";
import { requireWellFormed } from "../paths/index.js";

/** A text to insert after a line. */
export interface InsertInput {
  readonly path: string;
  /** The line after which the text is inserted; 0 for the beginning. */
  readonly line: number;
  /** Inserted as whole lines: a line end is added if it has none at its end. */
  readonly text: string;
  readonly wording?: Partial<EditWording> | undefined;
}

/** A line number that no line of the file has. */
export class LineOutOfRange extends ToolError {
  constructor(
    readonly line: number,
    /** The number of lines; text after the last line end counts as one, even if it is empty. */
    readonly lines: number,
  ) {
    super(`There is no line ${line}: the file has ${lines} lines, and 0 means the beginning.`, {
      code: "range-out-of-bounds",
    });
  }
}

/**
 * Inserts lines into an existing text file, under its lock and atomically, with the line ends of the file.
 *
 * Errors: `not-found`, `range-out-of-bounds`, and the errors of the workspace.
 */
export const insertOperation = editingOperation((input: InsertInput, context: ToolContext) => {
  const wording = { ...DEFAULT_EDIT_WORDING, ...input.wording };
  return {
    wording,
    creation: async () => undefined,
    async check(known) {
      requireWellFormed(input.text, wording.newText);
      return (await requireEditableFile(input.path, wording, context, known)).path;
    },
    async edit({ text }) {
      const { content, at } = inserted(text, input);
      return { content, spans: [{ start: at, end: at }], warnings: [], made: {} };
    },
  };
});

/** Inserts a text after a line. Throws {@link LineOutOfRange}. */
function inserted(content: string, { line, text }: InsertInput): { content: string; at: number } {
  let at = 0;
  let lines = 1;
  for (let next = content.indexOf("\n"); next !== -1; next = content.indexOf("\n", next + 1)) {
    if (lines === line) at = next + 1;
    lines += 1;
  }
  if (!Number.isInteger(line) || line < 0 || line > lines) throw new LineOutOfRange(line, lines);
  const lineEnd = /\r?\n/.exec(content)?.[0] ?? "\n";
  const body = text.replace(/\r?\n$/, "").replace(/\r?\n/g, lineEnd);
  const isAfterLast = line === lines;
  if (isAfterLast) at = content.length;
  const piece = isAfterLast ? lineEnd + body : body + lineEnd;
  return { content: content.slice(0, at) + piece + content.slice(at), at };
}
