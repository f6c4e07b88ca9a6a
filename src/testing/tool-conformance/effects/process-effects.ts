/** An access to a file by the modules of the machine instead of the context. */
export interface FileAccess {
  /** The function: `readFile`, `promises.writeFile` ... */
  readonly operation: string;
  readonly path: string;
}

/** A timer or process that a call started. */
export interface StartedResource {
  readonly type: "timer" | "process";
  /** Whether it keeps the process of the host running. */
  readonly isActive: () => boolean;
}

/** Effects of one execution on the process of the host, outside its context. */
export interface ProcessEffects {
  /** The texts that it printed. */
  readonly printed: string[];
  /** The servers that it contacted, as far as they are known. */
  readonly requests: string[];
  readonly files: FileAccess[];
  readonly started: StartedResource[];
}

/** Returns an empty record of effects. */
export function noEffects(): ProcessEffects {
  return { printed: [], requests: [], files: [], started: [] };
}
