/**
 * Returns a function that loads a part of the library at its first call and returns the same part at later calls.
 *
 * For parts that a process may never need: the import of the library then does not compile them. A load that failed is tried again
 * at the next call.
 */
export function loadOnce<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
