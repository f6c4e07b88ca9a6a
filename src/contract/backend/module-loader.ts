/** A module to import. */
export interface ModuleRequest {
  /** Real and absolute. */
  readonly path: string;
  /** Names the content: another version of a file is another module, the same version is imported once. */
  readonly version: string;
  /** Milliseconds that the import may take. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** The port through which tools come from modules: into this process, from the backend's files. */
export interface ModuleLoader {
  /**
   * Imports a module into this process, once it was seen to load elsewhere: one that never ends loading, ends its process or
   * cannot be read must not take the host with it.
   *
   * Rejects with a `ToolError`: `import-failed`, `import-hangs`, `import-exits` or `typescript-not-supported`.
   */
  importModule(request: ModuleRequest): Promise<Readonly<Record<string, unknown>>>;
}
