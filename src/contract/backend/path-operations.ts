/**
 * The path arithmetic of a backend: the shape of `node:path`, so that the local backend hands that in as it is.
 *
 * Nothing above the backends imports `node:path`: a backend may live in a browser or on another kind of machine.
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
