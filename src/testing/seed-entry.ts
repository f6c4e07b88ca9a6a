/**
 * What a tree for a test is made of, by path relative to its root; the folders in between are made.
 *
 * A string or bytes are a file's content; the mode of a file is 0o644 unless it is given.
 */
export type SeedEntry =
  | string
  | Uint8Array
  | { readonly content: string; readonly mode: number }
  | { readonly symlinkTo: string }
  | { readonly directory: true }
  | { readonly fifo: true };
