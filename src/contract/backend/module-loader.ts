/** A module to import. */
export interface ModuleRequest {
  /** Real and absolute. */
  readonly path: string;
  /**
   * Identifies the content: another version of a file is another module; the same version is imported once.
   */
  readonly version: string;
  /** Maximum milliseconds of the import. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** The port that loads tools from modules of the backend's files into this process. */
export interface ModuleLoader {
  /**
   * Imports a module into this process after it was seen to load in another process, so that a module that
   * never finishes loading, exits or cannot be read does not stop the host.
   *
   * Rejects with a `ToolError`: `import-failed`, `import-hangs`, `import-exits` or `typescript-not-supported`.
   */
  importModule(request: ModuleRequest): Promise<Readonly<Record<string, unknown>>>;
}
