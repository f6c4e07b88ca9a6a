import type { Backend } from "../../contract/index.js";
import type { SeedEntry } from "../seed-entry.js";
import type { Cable } from "./cable.js";

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
  /**
   * Creates the same over a connection, each message of which passes a {@link Cable}, so that the suite can lose and delay the
   * connection at any message. Without it these tests are omitted: for a backend without a connection.
   */
  connect?(entries: Readonly<Record<string, SeedEntry>>, cable: Cable): Promise<BackendUnderTest>;
  /** Connects to a peer of another version, and rejects. Absent where nothing has a version. */
  connectOtherVersion?(): Promise<unknown>;
}
