import type { FileLocation, ToolContext } from "../../contract/index.js";
import { missingPath } from "../paths/index.js";

/**
 * Locates the path where a search starts, judged like a read of it: paths outside the roots that were not approved are
 * refused (`external-directory`), and so are secret files. It is looked up once: a second lookup of its name could find
 * another file.
 *
 * A search port searches any path, so every path must pass this function first.
 */
export async function searchLocation(path: string, context: ToolContext): Promise<FileLocation> {
  const location = await context.files.locate(path, { access: "search" });
  if (location.stat === undefined) throw await missingPath(location.path, context);
  return location;
}
