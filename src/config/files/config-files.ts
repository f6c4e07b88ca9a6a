/** The text of a configuration file, or the reason why it cannot be read. */
export type ConfigText =
  | { readonly status: "read"; readonly text: string }
  | { readonly status: "missing" }
  | { readonly status: "refused"; readonly reason: string };

/** An entry of a folder. Symbolic links are not followed. */
export interface ConfigEntry {
  readonly name: string;
  readonly type: "file" | "directory" | "link" | "other";
}

/** Read access to configuration files. Nothing is written or run. */
export interface ConfigFiles {
  /** Reads a text file of at most {@link MAX_CONFIG_BYTES} bytes. Never rejects. */
  read(path: string): Promise<ConfigText>;
  /** Lists a folder, sorted by name, at most {@link MAX_CONFIG_ENTRIES} entries; empty if there is none. Never rejects. */
  list(path: string): Promise<readonly ConfigEntry[]>;
  /** Returns the path with symbolic links resolved, or `undefined` if it does not exist. Never rejects. */
  realPath(path: string): Promise<string | undefined>;
}

/** Largest configuration file, in bytes; real ones have a few kilobytes. */
export const MAX_CONFIG_BYTES = 512 * 1024;

/** Most entries of one folder that are examined. */
export const MAX_CONFIG_ENTRIES = 1000;
