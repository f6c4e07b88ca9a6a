import { type ReadHandle, ToolError } from "../../contract/index.js";
import { holdsBytes } from "../reading/index.js";
import type { EntryName } from "./confirmed-calls.js";

/**
 * Returns whether an open file has exactly these bytes now. A handle that returns the content of the time of opening
 * cannot tell: then the file is opened again by the name that it has.
 */
export async function holdsContent(
  { directory, name }: EntryName,
  handle: ReadHandle,
  bytes: Uint8Array,
): Promise<boolean> {
  if (handle.isSnapshot !== true) return holdsBytes(handle, bytes);
  try {
    const again = await directory.openFile(name);
    try {
      return again.stat.identity === handle.stat.identity && (await holdsBytes(again, bytes));
    } finally {
      await again.close();
    }
  } catch (error) {
    if (ToolError.isInstance(error) && error.code === "not-found") return false;
    throw error;
  }
}
