/**
 * The path arithmetic of a backend. It has the shape of `node:path`, so that the local backend passes that
 * unchanged.
 *
 * No code above the backends imports `node:path`: a backend may run in a browser or on another kind of
 * machine.
 */
export interface PathOperations {
  readonly sep: string;
  isAbsolute(path: string): boolean;
  join(...segments: string[]): string;
  dirname(path: string): string;
  basename(path: string, suffix?: string): string;
  extname(path: string): string;
  relative(from: string, to: string): string;
  normalize(path: string): string;
}
