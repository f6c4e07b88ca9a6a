import type { Undoing } from "./undo.js";

/**
 * The old text without the Markdown fence a model put around it. Only a whole fence: one that is open on a side is part
 * of a Markdown file.
 */
export function* undoCodeFence(old: string): Generator<Undoing> {
  if (fencedText(old) !== undefined) yield { old: stripFence(old), restore: stripFence };
}

function stripFence(text: string): string {
  return fencedText(text) ?? text;
}

/** What stands in a fence that the whole text is. Not one pattern: that would try each line for the closing fence. */
function fencedText(text: string): string | undefined {
  const start = text.length - text.trimStart().length;
  const fence = /^(?:`{3,}|~{3,})/.exec(text.slice(start))?.[0];
  const lineEnd = text.indexOf("\n", start);
  if (fence === undefined || lineEnd === -1) return undefined;
  const first = lineEnd + 1;
  const closing = text.trimEnd().length - fence.length;
  const isWhole = closing >= first && text.startsWith(fence, closing);
  if (!isWhole || text.slice(start + fence.length, lineEnd).includes("`")) return undefined;
  let end = closing;
  while (end > first && (text[end - 1] === " " || text[end - 1] === "\t")) end -= 1;
  if (end > first && text[end - 1] === "\n") end -= 1;
  return text.slice(first, end);
}
