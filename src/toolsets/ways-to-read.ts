import type { FaceEnvironment } from "./face.js";

/** The tools that show a stored output, by their names in the toolset. */
export interface OutputTools {
  readonly search: string;
  readonly read: string;
  /** The parameters of the tool that reads for a part of a file. */
  readonly part: string;
}

/**
 * Returns how to see the rest of a stored output, with the tools that the session may call.
 *
 * @example
 * waysToRead({ search: "Grep", read: "Read", part: "offset and limit" }, offers);
 * // ": search it with Grep, or read a part of it with Read (offset and limit)"
 */
export function waysToRead({ search, read, part }: OutputTools, offers: FaceEnvironment["offers"]): string {
  const ways = [
    ...(offers(search) ? [`search it with ${search}`] : []),
    ...(offers(read) ? [`read a part of it with ${read} (${part})`] : []),
  ];
  return ways.length === 0 ? "" : `: ${ways.join(", or ")}`;
}
