import type { ToolSession } from "../contract/index.js";

/** What a session may differ in. */
export interface SessionOptions {
  /** Default: a new id. */
  readonly id?: string;
  /** Absolute, or relative to the runtime's cwd. Default: the runtime's cwd. */
  readonly cwd?: string;
}

export type { ToolSession };
