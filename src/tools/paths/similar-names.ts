import { type ToolContext, ToolError } from "../../contract/index.js";
import { toleratedTypos, typosBetween } from "../../values/index.js";

/** Most names that are suggested. */
const MAX_SUGGESTIONS = 3;

/** Most names of a folder that are compared; a suggestion is a guess and not worth more reading. */
const MAX_COMPARED_NAMES = 5_000;

/**
 * Returns paths in the same folder whose names are similar to that of a missing file, the most similar first.
 *
 * Case or the extension may differ, one letter in a name of four letters or more, or two from eight on. Returns nothing when the folder cannot be read.
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
    // A folder that is missing, or that this call may not access, has no suggestions.
    return [];
  }
}

/** Returns the sentence with the suggestions; empty when there are none. */
export function suggestionSentence(paths: readonly string[]): string {
  return paths.length === 0 ? "" : ` Did you mean ${paths.join(", ")}?`;
}

/** Adds similar names to an error about a missing file; returns any other error unchanged. */
export async function withSimilarPaths(error: unknown, context: ToolContext): Promise<unknown> {
  if (!ToolError.isInstance(error) || error.code !== "not-found") return error;
  const { absolutePath } = error;
  if (absolutePath === undefined) return error;
  const suggestions = suggestionSentence(await similarPaths(absolutePath, context));
  const message = suggestions === "" || error.message.endsWith(".") ? error.message : `${error.message}.`;
  return new ToolError(`${message}${suggestions}`, { code: "not-found", absolutePath, cause: error });
}

function similarNames(name: string, candidates: readonly string[]): string[] {
  const wanted = name.toLowerCase();
  const stem = wanted.replace(/(?<=.)\.[^.]*$/, "");
  return (
    candidates
      .map((candidate) => {
        const key = candidate.toLowerCase();
        const sameStem = stem.length > 1 && key.replace(/(?<=.)\.[^.]*$/, "") === stem;
        return { candidate, cost: sameStem ? 0.5 : typosBetween(wanted, key) };
      })
      // The extension does not count: `zz.txt` and `aa.txt` share nothing but that.
      .filter(({ cost }) => cost < 1 || cost <= toleratedTypos(stem.length))
      .sort((a, b) => a.cost - b.cost)
      .slice(0, MAX_SUGGESTIONS)
      .map(({ candidate }) => candidate)
  );
}

/** Splits an absolute path into the folder, with its slash, and the last name; accepts both kinds of slashes. */
function splitPath(path: string): { readonly folder: string; readonly name: string } {
  const slash = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  return { folder: path.slice(0, slash + 1) || "/", name: path.slice(slash + 1) };
}

/** Returns the error for a path that does not exist, with similar names. */
export async function missingPath(path: string, context: ToolContext): Promise<ToolError> {
  const suggestions = suggestionSentence(await similarPaths(path, context));
  return new ToolError(`ENOENT: no such file or directory '${path}'.${suggestions}`, {
    code: "not-found",
    absolutePath: path,
  });
}
