import type { Backend } from "../../contract/index.js";
import type { SeedEntry } from "../seed-entry.js";

/** A backend with a tree to test on. */
export interface BackendUnderTest {
  readonly backend: Backend;
  /** Real path of the folder that contains only the entries. */
  readonly root: string;
  /** Removes the folder, after the backend's own `dispose`. */
  dispose?(): Promise<void>;
}

/** A factory of backends of one kind, for {@link describeBackend}. */
export interface BackendFactory {
  /** The name in test titles: `the memory backend`. */
  readonly name: string;
  /** The features of the backend; tests for the others are omitted. `search` defaults to true. */
  readonly supports: { readonly fifos: boolean; readonly search?: boolean };
  /** Creates a backend whose root contains these entries. Called once for each test. */
  create(entries: Readonly<Record<string, SeedEntry>>): Promise<BackendUnderTest>;
}
