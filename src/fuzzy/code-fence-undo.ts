import type { Undoing } from "./undo.js";

const FENCE = /^\s*(`{3,}|~{3,})[^\n`]*\n([\s\S]*?)\n?[ \t]*\1[ \t]*\n?\s*$/;

/**
 * The old text without the Markdown fence a model put around it. Only a whole fence: one that is open on a side is part
 * of a Markdown file.
 */
export function* undoCodeFence(old: string): Generator<Undoing> {
  if (FENCE.test(old)) yield { old: stripFence(old), restore: stripFence };
}

function stripFence(text: string): string {
  return FENCE.exec(text)?.[2] ?? text;
}
