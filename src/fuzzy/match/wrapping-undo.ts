import type { Undoing } from "./undoing.js";

const CDATA_START = "<![CDATA[";
const CDATA_END = "]]>";

/** The language after an opening fence; empty for a closing one. */
const INFO = /^[\w+#.-]*$/;

/**
 * Yields the old text without what a call added around it: a fence of which one line is missing, the quotes and escapes of a
 * JSON string, a CDATA section.
 */
export function* undoWrappings(old: string): Generator<Undoing> {
  yield* undoHalfFence(old);
  for (const restore of [withoutJsonQuotes, withoutCdata]) {
    const text = restore(old);
    if (text !== undefined) yield { old: text, restore: (newText) => restore(newText) ?? newText };
  }
}

/** Yields the text without the fence line at its start, and without the one at its end; the other one may be the file's. */
function* undoHalfFence(old: string): Generator<Undoing> {
  const lines = old.split("\n");
  if (lines.length < 2) return;
  const [first, last] = [lines[0] as string, lines.at(-1) as string];
  if (INFO.test(afterFence(first) ?? " ")) {
    const bare = old.slice(first.length + 1);
    // The line below it is the file's: of a new text with one of them, that one stays.
    const added = bare.startsWith(`${first}\n`) ? `${first}\n${first}\n` : `${first}\n`;
    const restore = (text: string) => (text.startsWith(added) ? text.slice(first.length + 1) : text);
    yield { old: bare, restore, lineBefore: first };
  }
  if (afterFence(last) === "") {
    const restore = (text: string) => (text.endsWith(`\n${last}`) ? text.slice(0, -last.length - 1) : text);
    yield { old: restore(old), restore, lineAfter: last };
  }
}

/** Returns the text after the fence that begins a line, if one does. */
function afterFence(line: string): string | undefined {
  const [mark] = line;
  if (mark !== "`" && mark !== "~") return undefined;
  let end = 0;
  while (line[end] === mark) end += 1;
  return end < 3 ? undefined : line.slice(end).trim();
}

function withoutJsonQuotes(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length < 2 || !trimmed.startsWith('"') || !trimmed.endsWith('"')) return undefined;
  try {
    const parsed: unknown = JSON.parse(trimmed);
    return typeof parsed === "string" ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function withoutCdata(text: string): string | undefined {
  const trimmed = text.trim();
  if (!trimmed.startsWith(CDATA_START) || !trimmed.endsWith(CDATA_END)) return undefined;
  const inner = trimmed.slice(CDATA_START.length, -CDATA_END.length);
  // A section on separate lines does not belong to the text.
  return inner.startsWith("\n") && inner.endsWith("\n") ? inner.slice(1, -1) : inner;
}
