import type { Backend } from "../../src/contract/index.js";
import { describeDirectories } from "./conformance/directories.js";
import { describeFiles } from "./conformance/files.js";
import { describeRenaming } from "./conformance/renaming.js";
import { describeResolving } from "./conformance/resolving.js";
import { describeSearch } from "./conformance/search.js";

/** What a tree for a test is made of, by path relative to its root; folders in between are made. */
export type SeedEntry =
  | string
  | Uint8Array
  | { readonly content: string; readonly mode: number }
  | { readonly symlinkTo: string }
  | { readonly directory: true }
  | { readonly fifo: true };

/** A backend with a tree to test on. */
export interface BackendUnderTest {
  readonly backend: Backend;
  /** Real path of the folder that holds the entries and nothing else. */
  readonly root: string;
  dispose?(): Promise<void>;
}

/** Makes backends of one kind. */
export interface BackendFactory {
  readonly name: string;
  /** What the kind of backend has; tests for the rest are left out, and say so. */
  readonly supports: { readonly fifos: boolean };
  create(entries: Readonly<Record<string, SeedEntry>>): Promise<BackendUnderTest>;
}

/** The parts of a test runner that the suite needs: those of vitest, for example. */
export interface ConformanceRunner {
  describe(title: string, body: () => void): unknown;
  it(title: string, body: () => Promise<void>): unknown;
  expect(actual: unknown): { toBe(expected: unknown): unknown; toEqual(expected: unknown): unknown };
}

/**
 * Checks that a kind of backend keeps every promise of the file system port and, where it has one, of the search port.
 *
 * @example
 * describeBackend(memoryFactory, { describe, it, expect });
 */
export function describeBackend(factory: BackendFactory, runner: ConformanceRunner): void {
  runner.describe(`the ${factory.name} backend`, () => {
    describeResolving(factory, runner);
    describeDirectories(factory, runner);
    describeFiles(factory, runner);
    describeRenaming(factory, runner);
    describeSearch(factory, runner);
  });
}
