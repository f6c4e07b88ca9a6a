import { type FileLocation, type ToolContext, ToolError } from "../../contract/index.js";
import { similarPaths, suggestionSentence } from "../paths/index.js";

/**
 * The place a search starts in, judged like a read of it: what is outside the roots and not approved is refused
 * (`external-directory`), and so are secret files. It is looked up once: judged again by its name it could be another place.
 *
 * A search port looks at whatever it is given, so nothing may reach it that has not gone through here.
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
