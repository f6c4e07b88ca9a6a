import { styleText } from "node:util";

/** What a line is, and so what it looks like. */
export type Look = "plain" | "strong" | "quiet" | "added" | "removed" | "place" | "warning";

/** A line and its look; text that a model wrote can carry no look of its own. */
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

/** A line for a stream: in colours where they are seen and wanted (NO_COLOR and FORCE_COLOR are heard). */
export function paint({ text, look }: Line, stream: NodeJS.WritableStream): string {
  return look === "plain" ? text : styleText(FORMATS[look], text, { stream });
}
