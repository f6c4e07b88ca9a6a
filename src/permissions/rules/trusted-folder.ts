import { exactPathPattern, preparePathPattern } from "./path-pattern.js";
import type { JudgedPath, PermissionPlace } from "./rule-set.js";

/** Of the slashes of the root, the first stays. */
const END_SLASHES = /(?<=[^/]|^\/)\/+$/;

/** Whether a folder is one of the trusted folders or below one. */
export function isTrustedFolder(
  folder: string,
  trustedFolders: readonly string[] | undefined,
  place: PermissionPlace,
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
    const pattern = trusted === "." ? exactPathPattern(place.cwd) : trusted.replace(END_SLASHES, "");
    return (
      preparePathPattern(pattern, place).allows(path) ||
      preparePathPattern(pattern === "/" ? "/**" : `${pattern}/**`, place).allows(path)
    );
  });
}

/**
 * Whether trust in a folder says something of a repository in it: not of one that lies in another repository (a vendored copy, a
 * fixture) or is made of plain files, unless a trusted folder names its very path.
 */
export function isTrustedRepository(
  repository: { readonly path: string; readonly embedded: boolean } | undefined,
  trustedFolders: readonly string[] | undefined,
  { cwd }: PermissionPlace,
): boolean {
  if (repository?.embedded !== true) return true;
  const named = (trustedFolders ?? []).map((folder) =>
    folder === "." ? cwd : folder.replace(END_SLASHES, ""),
  );
  return named.includes(repository.path);
}
