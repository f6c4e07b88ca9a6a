import type { Backend } from "../../contract/index.js";

/** The kind of workspace in which a tool is tested. */
export type TestBackend = "memory" | "temp";

/** A folder with its own backend. */
export interface TestWorkspace {
  readonly backend: Backend;
  /** Real path of the folder that contains only the entries. */
  readonly root: string;
  /** Stops the processes that run there and removes everything. */
  dispose(): Promise<void>;
}
