import { type FileLocation, type ToolContext, ToolError } from "../../contract/index.js";
import { secretFileError } from "../files/secret-file.js";
import { similarPaths, suggestionSentence } from "../files/similar-names.js";

/**
 * The place a search starts in, judged like a read of it: what is outside the roots and not approved is refused
 * (`external-directory`), and so are secret files.
 *
 * A search port looks at whatever it is given, so nothing may reach it that has not gone through here.
 */
export async function searchLocation(path: string, context: ToolContext): Promise<FileLocation> {
  const location = await context.files.locate(path);
  if (location.stat === undefined) {
    const similar = await similarPaths(location.path, context);
    throw new ToolError(
      `ENOENT: no such file or directory '${location.path}'.${suggestionSentence(similar)}`,
      { code: "not-found", absolutePath: location.path },
    );
  }
  if (location.stat.type === "directory") {
    if (!location.insideRoots) await context.files.list(path);
    return location;
  }
  if (location.secret) throw secretFileError(location.path);
  // Also refuses FIFOs and devices, which a search would wait for.
  await context.files.readHead(path, { bytes: 1 });
  return location;
}
