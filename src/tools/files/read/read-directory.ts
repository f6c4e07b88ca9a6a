import type { FileLocation, ToolContext } from "../../../contract/index.js";
import { listDirectory } from "../listing/index.js";
import type { ReadDirectory } from "./read-output.js";
import { beyondTheEnd, boundedRange, cutOf, type ReadRequest } from "./read-request.js";

/** Reads the names in a folder; a range counts entries. */
export async function readDirectory(
  { requested, path }: FileLocation,
  request: ReadRequest,
  context: ToolContext,
): Promise<ReadDirectory> {
  const { limits, asked } = request;
  // Names are short, so a folder without a range returns as many entries as a range may request.
  const range = asked === undefined ? { startLine: 1, endLine: limits.maxLines } : boundedRange(request);
  const listing = await listDirectory(requested, range, limits.maxBytes, context);
  const { entries, firstEntry, totalEntries } = listing;
  if (entries.length === 0 && firstEntry > 1) {
    throw beyondTheEnd(path, firstEntry, { count: totalEntries, unit: "entries" }, request);
  }
  const last = firstEntry + entries.length - 1;
  const cut = cutOf(
    { last, more: last < totalEntries, byBytes: last < range.endLine, total: totalEntries },
    request,
  );
  return { type: "directory", path, ...listing, ...(cut !== undefined && { cut }) };
}
