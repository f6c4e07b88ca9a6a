/**
 * The path arithmetic of a backend. It has the shape of `node:path`, so that the local backend passes that
 * unchanged.
 *
 * No code above the backends imports `node:path`: a backend may run in a browser or on another kind of
 * machine.
 */
export interface PathOperations {
  /** The separator of components: `/` or `\`. */
  readonly sep: string;
  /** Returns whether a path is absolute. */
  isAbsolute(path: string): boolean;
  /** Joins the segments and normalizes the result. */
  join(...segments: string[]): string;
  /** Returns the path without its last component. */
  dirname(path: string): string;
  /** Returns the last component, without `suffix` if it ends with that. */
  basename(path: string, suffix?: string): string;
  /** Returns the last extension with its dot, or an empty text. */
  extname(path: string): string;
  /** Returns the path that leads from `from` to `to`. */
  relative(from: string, to: string): string;
  /** Resolves `.` and `..` without looking at the file system. */
  normalize(path: string): string;
}
