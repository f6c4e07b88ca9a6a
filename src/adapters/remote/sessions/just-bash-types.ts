/** Facts about a path for just-bash. */
export interface JustBashFileStat {
  isFile: boolean;
  isDirectory: boolean;
  isSymbolicLink: boolean;
  mode: number;
  size: number;
  mtime: Date;
  identity: string;
}

/** Encodings of just-bash. */
export type JustBashEncoding = "utf8" | "utf-8" | "ascii" | "binary" | "base64" | "hex" | "latin1";

/** A file system for just-bash (`IFileSystem`), for `new Bash({ fs })`. Failures are errors with the codes of Node. */
export interface JustBashFileSystem {
  readFile(
    path: string,
    options?: { encoding?: JustBashEncoding | null } | JustBashEncoding,
  ): Promise<string>;
  readFileBuffer(path: string): Promise<Uint8Array>;
  writeFile(
    path: string,
    content: string | Uint8Array,
    options?: { encoding?: JustBashEncoding } | JustBashEncoding,
  ): Promise<void>;
  appendFile(
    path: string,
    content: string | Uint8Array,
    options?: { encoding?: JustBashEncoding } | JustBashEncoding,
  ): Promise<void>;
  exists(path: string): Promise<boolean>;
  stat(path: string): Promise<JustBashFileStat>;
  lstat(path: string): Promise<JustBashFileStat>;
  mkdir(path: string, options?: { recursive?: boolean }): Promise<void>;
  readdir(path: string): Promise<string[]>;
  readdirWithFileTypes(
    path: string,
  ): Promise<{ name: string; isFile: boolean; isDirectory: boolean; isSymbolicLink: boolean }[]>;
  rm(path: string, options?: { recursive?: boolean; force?: boolean }): Promise<void>;
  cp(source: string, target: string, options?: { recursive?: boolean }): Promise<void>;
  mv(source: string, target: string): Promise<void>;
  resolvePath(base: string, path: string): string;
  getAllPaths(): string[];
  chmod(path: string, mode: number): Promise<void>;
  symlink(target: string, path: string): Promise<void>;
  link(existing: string, path: string): Promise<void>;
  readlink(path: string): Promise<string>;
  realpath(path: string): Promise<string>;
  utimes(path: string, accessed: Date, modified: Date): Promise<void>;
}
