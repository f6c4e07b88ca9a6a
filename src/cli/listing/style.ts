import { styleText } from "node:util";
import type { OutputStream } from "../command-line-streams.js";

/** Forms of a text for a terminal. */
export interface TextStyle {
  bold(text: string): string;
  dim(text: string): string;
}

/**
 * Returns the forms for a stream: plain text unless it is a terminal that shows colours.
 *
 * Node reads `NO_COLOR`, `FORCE_COLOR`, `NODE_DISABLE_COLORS` and `TERM` for a terminal (`WriteStream.hasColors`).
 */
export function styleFor(stream: OutputStream): TextStyle {
  const isColored = stream.isTTY === true && stream.hasColors?.() === true;
  const styled =
    (format: Parameters<typeof styleText>[0]) =>
    (text: string): string =>
      isColored ? styleText(format, text, { validateStream: false }) : text;
  return {
    bold: styled("bold"),
    dim: styled("dim"),
  };
}
