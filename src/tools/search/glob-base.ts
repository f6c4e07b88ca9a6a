/** Characters with which a segment of a glob stops being a plain name. */
const WILDCARD = /[*?[\]{}\\!]/;

/** Where a glob starts to search, and what it looks for there. */
export interface GlobBase {
  /** As the glob spells it; absent when it starts in the working directory. */
  readonly folder?: string;
  /** Relative to the folder. */
  readonly glob: string;
}

/**
 * Splits the leading plain folders off a glob that does not start in the working directory: `/a/src/*.ts`, `~/x/*`,
 * `../lib/**`. Search ports take relative globs only, and permission is judged by where a search starts.
 */
export function globBase(glob: string): GlobBase {
  if (!/^(?:\/|~\/|\.\.\/|[a-zA-Z]:[\\/])/.test(glob)) return { glob };
  const segments = glob.split("/");
  let plain = 0;
  // The last segment is what is looked for, also when it has no wildcard.
  while (plain < segments.length - 1 && !WILDCARD.test(segments[plain] ?? "")) plain += 1;
  return { folder: segments.slice(0, plain).join("/") || "/", glob: segments.slice(plain).join("/") };
}
