import type { LineWindow } from "../../../contract/index.js";
import { startOfText } from "../../../text/index.js";
import type { ReadLimits } from "./read-limits.js";

/** Most UTF-8 bytes of a UTF-16 code unit; a surrogate pair takes four. */
const MAX_BYTES_PER_UNIT = 3;

/** Returns the limits with which to read a window, so that after {@link shortenLines} it has its full size. */
export function windowLimits(limits: ReadLimits): { maxBytes: number; maxBytesPerLine: number } {
  const { maxBytes, maxBytesPerLine, maxCharactersPerLine } = limits;
  if (maxCharactersPerLine === undefined) return { maxBytes, maxBytesPerLine };
  return {
    maxBytes: maxBytes * MAX_BYTES_PER_UNIT,
    // One more than may be shown: otherwise a line of exactly that length would count as truncated.
    maxBytesPerLine: Math.min(maxBytesPerLine, (maxCharactersPerLine + 1) * MAX_BYTES_PER_UNIT),
  };
}

/**
 * Truncates the lines of a window to a number of characters, for toolsets that count characters, and then the window to
 * its bytes.
 *
 * A surrogate pair is never split; the first line is always kept, whatever its length.
 */
export function shortenLines(window: LineWindow, limits: ReadLimits): LineWindow {
  const { maxBytes, maxCharactersPerLine } = limits;
  if (maxCharactersPerLine === undefined) return window;
  const truncatedBefore = new Set(window.truncatedLines);
  const encoder = new TextEncoder();
  const lines: string[] = [];
  const truncatedLines: number[] = [];
  let bytes = 0;
  for (const [index, line] of window.lines.entries()) {
    const shown = startOfText(line, maxCharactersPerLine);
    const size = encoder.encode(shown).byteLength + (index === 0 ? 0 : 1);
    if (index > 0 && bytes + size > maxBytes) {
      return { ...window, lines, truncatedLines: truncatedLines, more: true, byteLimitHit: true };
    }
    bytes += size;
    lines.push(shown);
    const number = window.firstLine + index;
    if (shown.length < line.length || truncatedBefore.has(number)) truncatedLines.push(number);
  }
  return { ...window, lines, truncatedLines: truncatedLines };
}
