/** Limits of one program that the engine enforces. */
export interface EngineLimits {
  /** Memory of the program in bytes. */
  readonly memoryBytes: number;
  /** Milliseconds from the start of the program to its end, including the time in which it waits for calls. */
  readonly durationMs: number;
}

/** A program as an engine runs it. */
export interface EngineProgram {
  /** The body of an async function that returns a string. */
  readonly source: string;
  readonly limits: EngineLimits;
  /** Ends the program when it aborts, even while it computes. */
  readonly signal: AbortSignal;
}

/**
 * The two functions of the host that a program can call: `collet.submit(text)` and `collet.next()`. Only texts cross
 * the boundary. Everything that arrives was written by a program that is not trusted.
 */
export interface EngineHost {
  /** Takes the calls and outputs of the program. */
  submit(text: string): void;
  /** Resolves to the next results for the program. Rejects to end the program. */
  next(): Promise<string>;
}

/** The end of a program. */
export type EngineEnd =
  | { readonly type: "returned"; readonly value: unknown }
  /** The program could not be parsed, threw, or exceeded a limit of the engine. The message is written for the model. */
  | { readonly type: "failed"; readonly message: string }
  | { readonly type: "aborted" };

/**
 * The engine that runs programs: a separate JavaScript, without Node, network, files or objects of the host.
 *
 * An engine must not block the event loop of the host, ends a program that computes without end when its signal aborts,
 * and starts each program in a fresh global scope. `run` never rejects.
 *
 * @example
 * codeMode(runtime, { engine: { run: async (program, host) => myIsolate.run(program, host) } });
 */
export interface CodeEngine {
  run(program: EngineProgram, host: EngineHost): Promise<EngineEnd>;
}
