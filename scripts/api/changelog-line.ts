import { spawnSync } from "node:child_process";

function git(root: string, ...parameters: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync("git", parameters, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}

/**
 * Returns whether the changes since a base contain a report of the API, but not the CHANGELOG. Without a repository or a base there is
 * nothing to compare.
 *
 * @param base - default: where the branch left `origin/main`
 */
export function isChangelogMissing(root: string, base?: string): boolean {
  const from = base || git(root, "merge-base", "origin/main", "HEAD");
  if (from === undefined) return false;
  const changed = git(root, "diff", "--name-only", from)?.split("\n") ?? [];
  return changed.some((file) => file.startsWith("api/")) && !changed.includes("CHANGELOG.md");
}
