import type { Undoing } from "./undoing.js";

/**
 * Yields the old text without the Markdown fence that a model added. Removes complete fences only: an
 * incomplete one is part of a Markdown file.
 */
export function* undoCodeFence(old: string, newText?: string): Generator<Undoing> {
  // A closing fence of the file ends the new text, which has no opening one.
  const endsInFile = newText !== undefined && fencedText(newText) === undefined && endsWithFence(newText);
  if (!endsInFile && fencedText(old) !== undefined) yield { old: stripFence(old), restore: stripFence };
}

function endsWithFence(text: string): boolean {
  const trimmed = text.trimEnd();
  return trimmed.endsWith("```") || trimmed.endsWith("~~~");
}

function stripFence(text: string): string {
  return fencedText(text) ?? text;
}

/**
 * Returns the content of a fence around the whole text. Avoids a single pattern, which would search the
 * closing fence from every line.
 */
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
