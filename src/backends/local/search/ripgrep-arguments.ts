import type { SearchScope } from "../../../contract/index.js";
import type { PathFilter } from "../../glob/index.js";
import { complementGlobsOf } from "./complement-globs.js";

// Globs that ripgrep and this library's glob matcher read identically.
const PLAIN_GLOB = /^[\w.@+ /*?-]+$/;
const NAME_ANYWHERE = /^\*\*\/[^/]+$/;
const HIDDEN_NAME = /(?:^|\/)\./;
// A last segment of a glob that ripgrep accepts as a file type. Excludes an empty alternative (`{,x}`), which
// ripgrep removes.
const PLAIN_NAME_GLOB = /^(?:[\w.@+ *?-]|\{[\w.@+ *?-]+(?:,[\w.@+ *?-]+)*\})+$/;

const ORDER_ARGUMENTS = { any: [], path: ["--sort=path"], newest: ["--sortr=modified"] } as const;

/**
 * Returns the arguments that decide which files ripgrep reads.
 *
 * A `--glob` that includes would override .gitignore (an ignored file would reappear), so included globs are
 * never passed that way: the caller filters the results with the {@link PathFilter}. The arguments only save
 * work, and never exclude a file that the filter would accept.
 */
export function scopeArguments(scope: SearchScope, filter: PathFilter): string[] {
  const globs = scope.globs ?? [];
  const given = ["--no-config", "--no-require-git", "--no-follow", "--glob=!.git"];
  if (filter.reachesHidden) given.push("--hidden");
  if (scope.ignored === true) given.push("--no-ignore");
  given.push(...exclusionArguments(globs, filter));
  const included = globs.filter((glob) => !glob.startsWith("!"));
  given.push(...complementGlobsOf(included).map((glob) => `--glob=!${glob}`));
  const nameGlobs = nameGlobsOf(included);
  given.push(
    ...(scope.types ?? []).map((type) => `--type=${type}`),
    ...ORDER_ARGUMENTS[scope.order ?? "any"],
  );
  // Types are combined by union: together with a requested type, this one would admit more files.
  if (nameGlobs.length > 0 && scope.types === undefined) {
    given.push(...nameGlobs.map((glob) => `--type-add=collet:${glob}`), "--type=collet");
  }
  return given;
}

/**
 * Returns the exclusions. Names excluded in every folder share one glob, which ripgrep compiles faster than
 * many. Hidden names are omitted where ripgrep skips them anyway: half of the time that it takes to compile the names of secrets.
 */
function exclusionArguments(
  globs: readonly string[],
  { reachesHidden }: Pick<PathFilter, "reachesHidden">,
): string[] {
  const given: string[] = [];
  const names: string[] = [];
  for (const glob of globs) {
    if (!glob.startsWith("!") || !PLAIN_GLOB.test(glob.slice(1))) continue;
    const path = plain(glob.slice(1));
    if (!reachesHidden && HIDDEN_NAME.test(path)) continue;
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

/** Returns globs on file names alone, one for each glob; none if any glob has no such part. */
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
