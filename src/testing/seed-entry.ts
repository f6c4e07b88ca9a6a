/**
 * An entry of a test tree, by path relative to its root; missing parent folders are created.
 *
 * A string or bytes are the content of a file; the default mode of a file is 0o644.
 */
export type SeedEntry =
  | string
  | Uint8Array
  | { readonly content: string; readonly mode: number }
  | { readonly symlinkTo: string }
  | { readonly directory: true }
  | { readonly fifo: true };
