import { ToolError } from "../../../contract/index.js";

/** A part of a text: the first position and the one after the last. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The parts of the text of a notebook that an edit needs. */
export interface NotebookText {
  /** The list of cells, with its brackets. */
  readonly list: TextRange;
  /** The cells, in order. */
  readonly cells: readonly TextRange[];
  /** Whether cells have ids: nbformat 4.5 and later. */
  readonly hasIds: boolean;
}

/**
 * Finds the cells in the text of a Jupyter notebook, so that an edit leaves every other character as it is. Throws
 * `invalid-input` for a text that is not a notebook of nbformat 4. Linear in the text.
 */
export function readNotebookText(text: string, path: string): NotebookText {
  const members = new Map<string, TextRange>();
  const whole = skipBlank(text, 0);
  if (text[whole] !== "{") throw notNotebook(path, "it is not a JSON object");
  for (const member of itemsOf(text, whole, path)) {
    const colon = skipBlank(text, endOfString(text, member.start, path));
    if (text[member.start] !== '"' || text[colon] !== ":") throw notNotebook(path, "its JSON is broken");
    const name = text.slice(member.start + 1, endOfString(text, member.start, path) - 1);
    members.set(name, { start: skipBlank(text, colon + 1), end: member.end });
  }
  const numberOf = (name: string) => {
    const range = members.get(name);
    return range === undefined
      ? Number.NaN
      : Number(text.slice(range.start, Math.min(range.end, range.start + 20)));
  };
  const list = members.get("cells");
  if (numberOf("nbformat") !== 4 || list === undefined || text[list.start] !== "[")
    throw notNotebook(path, "it has no list of cells in nbformat 4");
  return { list, cells: itemsOf(text, list.start, path), hasIds: numberOf("nbformat_minor") >= 5 };
}

/** Returns the items of the list or object that starts at a position, without the blanks around them. */
function itemsOf(text: string, open: number, path: string): readonly TextRange[] {
  const items: TextRange[] = [];
  let depth = 0;
  let start = -1;
  let last = open;
  for (let at = open; at < text.length; at += 1) {
    const character = text[at] as string;
    if (BLANKS.has(character)) continue;
    if (character === '"') {
      if (start < 0) start = at;
      at = endOfString(text, at, path) - 1;
    } else if (character === "{" || character === "[") {
      depth += 1;
      if (depth > 1 && start < 0) start = at;
    } else if (character === "}" || character === "]" || (character === "," && depth === 1)) {
      if (character !== ",") depth -= 1;
      if (depth === 0 || character === ",") {
        if (start >= 0) items.push({ start, end: last + 1 });
        start = -1;
      }
      if (depth === 0) return items;
    } else if (start < 0) start = at;
    last = at;
  }
  throw notNotebook(path, "its JSON ends too early");
}

const BLANKS: ReadonlySet<string> = new Set([" ", "\t", "\r", "\n"]);

function skipBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length && BLANKS.has(text[at] as string)) at += 1;
  return at;
}

/** Returns the position after the string that starts at a position. */
function endOfString(text: string, start: number, path: string): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at + 1;
  }
  throw notNotebook(path, "its JSON ends too early");
}

function notNotebook(path: string, reason: string): ToolError {
  return new ToolError(`${path} is not a Jupyter notebook: ${reason}.`, {
    code: "invalid-input",
    absolutePath: path,
  });
}
