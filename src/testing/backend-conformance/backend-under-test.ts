import type { Backend } from "../../contract/index.js";
import type { SeedEntry } from "../seed-entry.js";

/** A backend with a tree to test on. */
export interface BackendUnderTest {
  readonly backend: Backend;
  /** Real path of the folder that holds the entries and nothing else. */
  readonly root: string;
  /** Clears the place away, after the backend's own `dispose`. */
  dispose?(): Promise<void>;
}

/** Makes backends of one kind, for {@link describeBackend}. */
export interface BackendFactory {
  /** For the titles: `the memory backend`. */
  readonly name: string;
  /** What the kind of backend has; tests for the rest are left out. `search` defaults to true. */
  readonly supports: { readonly fifos: boolean; readonly search?: boolean };
  /** Makes a backend whose root holds these entries. Called once for each test. */
  create(entries: Readonly<Record<string, SeedEntry>>): Promise<BackendUnderTest>;
}
