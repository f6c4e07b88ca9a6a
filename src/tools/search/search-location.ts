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

/** Characters that make a segment of a glob more than a plain name. */
const WILDCARD = /[*?[\]{}\\!]/;

/** The folder where the search of a glob starts, and the glob relative to it. */
export interface GlobBase {
  /** As the glob spells it; absent when it starts in the working directory. */
  readonly folder?: string;
  /** Relative to the folder. */
  readonly glob: string;
}

/**
 * Splits the leading plain folders off a glob that does not start in the working directory: `/a/src/*.ts`, `~/x/*`,
 * `../lib/**`. Search ports accept only relative globs, and permission is judged by the folder where a search starts.
 */
export function globBase(glob: string): GlobBase {
  if (!/^(?:\/|~\/|\.\.\/|[a-zA-Z]:[\\/])/.test(glob)) return { glob };
  const segments = glob.split("/");
  let plain = 0;
  // The last segment is searched for, even if it has no wildcard.
  while (plain < segments.length - 1 && !WILDCARD.test(segments[plain] ?? "")) plain += 1;
  return { folder: segments.slice(0, plain).join("/") || "/", glob: segments.slice(plain).join("/") };
}
