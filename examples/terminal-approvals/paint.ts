import { styleText } from "node:util";

/** The role of a line, which selects its format. */
export type Look = "plain" | "strong" | "quiet" | "added" | "removed" | "place" | "warning";

/** A line and its look. Text of a model cannot contain its own format. */
export interface Line {
  readonly text: string;
  readonly look: Look;
}

type Format = Parameters<typeof styleText>[0];

const FORMATS: Readonly<Record<Exclude<Look, "plain">, Format>> = {
  strong: "bold",
  quiet: "dim",
  added: "green",
  removed: "red",
  place: "cyan",
  warning: "yellow",
};

/** Formats a line for a stream, with colours if the stream supports them (NO_COLOR and FORCE_COLOR apply). */
export function paint({ text, look }: Line, stream: NodeJS.WritableStream): string {
  return look === "plain" ? text : styleText(FORMATS[look], text, { stream });
}
