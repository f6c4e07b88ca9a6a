import { exactPathPattern, preparePathPattern } from "./path-pattern.js";
import type { JudgedPath, PathBase } from "./rule-set.js";

/** The slashes at the end of a path, except that of the root. */
const END_SLASHES = /(?<=[^/]|^\/)\/+$/;

/** Returns whether a folder is a trusted folder or below one. */
export function isTrustedFolder(
  folder: string,
  trustedFolders: readonly string[] | undefined,
  base: PathBase,
): boolean {
  if (trustedFolders === undefined) return false;
  const path: JudgedPath = {
    requested: folder,
    path: folder,
    access: "read",
    insideRoots: true,
    protected: false,
    secret: false,
  };
  return trustedFolders.some((trusted) => {
    const pattern = trusted === "." ? exactPathPattern(base.cwd) : trusted.replace(END_SLASHES, "");
    return (
      preparePathPattern(pattern, base).allows(path) ||
      preparePathPattern(pattern === "/" ? "/**" : `${pattern}/**`, base).allows(path)
    );
  });
}

/**
 * Returns whether trust in a folder extends to a repository in it. It does not extend to one that lies in another
 * repository (a vendored copy, a fixture) or that consists of plain files, unless a trusted folder is its exact path.
 */
export function isTrustedRepository(
  repository: { readonly path: string; readonly embedded: boolean } | undefined,
  trustedFolders: readonly string[] | undefined,
  { cwd }: PathBase,
): boolean {
  if (repository?.embedded !== true) return true;
  const named = (trustedFolders ?? []).map((folder) =>
    folder === "." ? cwd : folder.replace(END_SLASHES, ""),
  );
  return named.includes(repository.path);
}
