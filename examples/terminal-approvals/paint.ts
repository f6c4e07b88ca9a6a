import { styleText } from "node:util";
import type { RequestLine, RequestLook } from "collet";

/** A line and its look. Text of a model cannot contain its own format. */
export type Line = RequestLine;

type Format = Parameters<typeof styleText>[0];

const FORMATS: Readonly<Record<Exclude<RequestLook, "text">, Format>> = {
  title: "bold",
  header: "bold",
  quiet: "dim",
  added: "green",
  removed: "red",
  command: "cyan",
  warning: "yellow",
};

/** Formats a line for a stream, with colours if the stream supports them (NO_COLOR and FORCE_COLOR apply). */
export function paint({ text, look }: Line, stream: NodeJS.WritableStream): string {
  return look === "text" ? text : styleText(FORMATS[look], text, { stream });
}
