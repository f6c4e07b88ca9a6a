import type { Backend } from "../../contract/index.js";

/** Which kind of place a tool is tested in. */
export type TestBackend = "memory" | "temp";

/** A folder of its own on a backend of its own. */
export interface TestPlace {
  readonly backend: Backend;
  /** Real path of the folder that holds the entries and nothing else. */
  readonly root: string;
  /** Ends what runs there and removes everything. */
  dispose(): Promise<void>;
}
