import { type FileLocation, type ToolContext, ToolError } from "../../contract/index.js";
import { similarPaths, suggestionSentence } from "../paths/index.js";

/**
 * Locates the path where a search starts, judged like a read of it: paths outside the roots that were not approved are
 * refused (`external-directory`), and so are secret files. It is looked up once: a second lookup of its name could find
 * another file.
 *
 * A search port searches any path, so every path must pass this function first.
 */
export async function searchLocation(path: string, context: ToolContext): Promise<FileLocation> {
  const location = await context.files.locate(path, { access: "search" });
  if (location.stat === undefined) {
    const similar = await similarPaths(location.path, context);
    throw new ToolError(
      `ENOENT: no such file or directory '${location.path}'.${suggestionSentence(similar)}`,
      { code: "not-found", absolutePath: location.path },
    );
  }
  return location;
}
