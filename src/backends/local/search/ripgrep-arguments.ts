import type { SearchScope } from "../../../contract/index.js";
import type { PathFilter } from "../../glob/index.js";
import { complementGlobsOf } from "./complement-globs.js";

// What ripgrep and the glob matcher of this library certainly read alike.
const PLAIN_GLOB = /^[\w.@+ /*?-]+$/;
const NAME_ANYWHERE = /^\*\*\/[^/]+$/;
// The last segment of a glob, simple enough to be a file type of ripgrep's.
// An empty alternative (`{,x}`) is not: ripgrep takes it out.
const PLAIN_NAME_GLOB = /^(?:[\w.@+ *?-]|\{[\w.@+ *?-]+(?:,[\w.@+ *?-]+)*\})+$/;

const ORDER_ARGUMENTS = { any: [], path: ["--sort=path"], newest: ["--sortr=modified"] } as const;

/**
 * The arguments that decide which files ripgrep looks at.
 *
 * A `--glob` that includes would override .gitignore (an ignored file would come back), so included globs are never
 * given to it that way: the caller filters what comes with the {@link PathFilter}. What is given is only there to save
 * work, and never takes out a file that the filter would accept.
 */
export function scopeArguments(scope: SearchScope, filter: PathFilter): string[] {
  const globs = scope.globs ?? [];
  const given = ["--no-config", "--no-require-git", "--no-follow", "--glob=!.git"];
  if (filter.reachesHidden) given.push("--hidden");
  if (scope.ignored === true) given.push("--no-ignore");
  given.push(...exclusionArguments(globs));
  const included = globs.filter((glob) => !glob.startsWith("!"));
  given.push(...complementGlobsOf(included).map((glob) => `--glob=!${glob}`));
  const nameGlobs = nameGlobsOf(included);
  given.push(
    ...(scope.types ?? []).map((type) => `--type=${type}`),
    ...ORDER_ARGUMENTS[scope.order ?? "any"],
  );
  // Types add up: beside one that was asked for, this one would let more in.
  if (nameGlobs.length > 0 && scope.types === undefined) {
    given.push(...nameGlobs.map((glob) => `--type-add=collet:${glob}`), "--type=collet");
  }
  return given;
}

/** What is left out whatever its folder is told in one glob: ripgrep compiles that faster than many. */
function exclusionArguments(globs: readonly string[]): string[] {
  const given: string[] = [];
  const names: string[] = [];
  for (const glob of globs) {
    if (!glob.startsWith("!") || !PLAIN_GLOB.test(glob.slice(1))) continue;
    const path = plain(glob.slice(1));
    if (NAME_ANYWHERE.test(path)) names.push(path.slice("**/".length));
    else given.push(`--glob=!/${path}`);
  }
  return names.length > 1
    ? [...given, `--glob=!/**/{${names.join(",")}}`]
    : [...given, ...names.map((name) => `--glob=!/**/${name}`)];
}

function plain(glob: string): string {
  return glob.replace(/^(?:\.\/|\/)+/, "").replace(/(?<!\/)\/+$/, "");
}

/** Globs on file names alone, one for each glob; none at all if a glob has no such part. */
function nameGlobsOf(globs: readonly string[]): string[] {
  const nameGlobs: string[] = [];
  for (const glob of globs) {
    const name = glob.slice(glob.lastIndexOf("/") + 1);
    const bracesClosed = !glob.slice(0, glob.length - name.length).includes("{");
    if (!bracesClosed || name === "**" || !PLAIN_NAME_GLOB.test(name)) return [];
    nameGlobs.push(name);
  }
  return nameGlobs;
}
