import { distance } from "fastest-levenshtein";
import { type ToolContext, ToolError } from "../../contract/index.js";

/** Names that are suggested at the most. */
const MAX_SUGGESTIONS = 3;

/** Names of a folder that are compared; a name is a guess, not worth reading on. */
const MAX_COMPARED_NAMES = 5_000;

/**
 * Paths in the same folder whose names are like that of a missing file, the most similar first.
 *
 * Case, the extension, or a letter or two may differ. Answers nothing when the folder cannot be read.
 */
export async function similarPaths(path: string, context: ToolContext): Promise<string[]> {
  const { folder, name } = splitPath(path);
  try {
    const entries = await context.files.list(folder);
    return similarNames(
      name,
      entries.slice(0, MAX_COMPARED_NAMES).map((entry) => entry.name),
    ).map((similar) => folder + similar);
  } catch {
    // A folder that is missing, or that this call may not see, has no suggestions.
    return [];
  }
}

/** The sentence that offers them; empty when there are none. */
export function suggestionSentence(paths: readonly string[]): string {
  return paths.length === 0 ? "" : ` Did you mean ${paths.join(", ")}?`;
}

/** A failure to find a file, with similar names added to it; any other error as it is. */
export async function withSimilarPaths(error: unknown, context: ToolContext): Promise<unknown> {
  if (!ToolError.isInstance(error) || error.code !== "not-found") return error;
  const { absolutePath } = error;
  if (absolutePath === undefined) return error;
  const suggestions = suggestionSentence(await similarPaths(absolutePath, context));
  return new ToolError(`${error.message}${suggestions}`, { code: "not-found", absolutePath, cause: error });
}

function similarNames(name: string, candidates: readonly string[]): string[] {
  const wanted = name.toLowerCase();
  const stem = wanted.replace(/(?<=.)\.[^.]*$/, "");
  return candidates
    .map((candidate) => {
      const key = candidate.toLowerCase();
      const sameStem = stem.length > 1 && key.replace(/(?<=.)\.[^.]*$/, "") === stem;
      return { candidate, cost: sameStem ? 0.5 : distance(wanted, key) };
    })
    .filter(({ cost }) => cost <= Math.max(1, wanted.length / 3))
    .sort((a, b) => a.cost - b.cost)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ candidate }) => candidate);
}

/** The folder, with its slash, and the last name of an absolute path, whichever way its slashes lean. */
function splitPath(path: string): { readonly folder: string; readonly name: string } {
  const slash = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  return { folder: path.slice(0, slash + 1) || "/", name: path.slice(slash + 1) };
}
