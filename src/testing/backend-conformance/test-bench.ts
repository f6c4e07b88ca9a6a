import type { Backend, BackendGuarantees, DirectoryHandle, FileSystem } from "../../contract/index.js";
import { keepsGuarantees, ToolError } from "../../contract/index.js";
import type { SeedEntry } from "../seed-entry.js";
import type { TestRunner } from "../test-runner.js";
import type { BackendFactory } from "./backend-under-test.js";
import { type Expectation, expectValue } from "./expectation.js";

/** The backend, root and functions of a test. */
export interface Bench {
  readonly backend: Backend;
  readonly files: FileSystem;
  readonly root: string;
  readonly expect: (actual: unknown) => Expectation;
  /** Returns an absolute path below the root; the components are joined unchanged. */
  at(relativePath: string): string;
  /** Opens a folder below the root; it is closed after the test. */
  open(relativePath?: string): Promise<DirectoryHandle>;
}

/** A test in a table, with its own tree. */
export interface BenchCase {
  readonly title: string;
  readonly entries: Readonly<Record<string, SeedEntry>>;
  readonly body: (bench: Bench) => Promise<void>;
  /** Guarantees without which the backend need not pass the test. */
  readonly needs?: Partial<BackendGuarantees>;
  /** Returns whether a backend lacks the port that the test is about. */
  readonly isOmitted?: (backend: Backend) => boolean;
}

/** Returns a row of a table of tests. */
export function benchCase(title: string, entries: BenchCase["entries"], body: BenchCase["body"]): BenchCase {
  return { title, entries, body };
}

/** Returns the rows of a table, for backends that keep some guarantees only. */
export function needing(needs: Partial<BackendGuarantees>, cases: readonly BenchCase[]): BenchCase[] {
  return cases.map((each) => ({ ...each, needs: { ...each.needs, ...needs } }));
}

/** Declares the tests of a table with one runner, for one kind of backend. */
export function declareCases(factory: BackendFactory, runner: TestRunner, cases: readonly BenchCase[]): void {
  for (const { title, entries, body, needs = {}, isOmitted } of cases) {
    runner.it(title, async () => {
      const { backend, root, dispose } = await factory.create(entries);
      const opened: DirectoryHandle[] = [];
      const at = (relativePath: string) =>
        relativePath === "" ? root : `${root}${backend.files.path.sep}${relativePath}`;
      try {
        if (!keepsGuarantees(backend, needs) || isOmitted?.(backend) === true) return;
        await body({
          backend,
          files: backend.files,
          root,
          expect: expectValue,
          at,
          open: async (relativePath = "") => {
            const handle = await backend.files.openDirectory(at(relativePath));
            opened.push(handle);
            return handle;
          },
        });
      } finally {
        for (const handle of opened) await handle.close();
        await backend.dispose?.();
        await dispose?.();
      }
    });
  }
}

/** Returns the path in the `ToolError` of a failure. */
export async function pathOfFailure(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
  } catch (error) {
    if (ToolError.isInstance(error)) return error.absolutePath;
    throw error;
  }
  throw new Error("It did not fail.");
}

/** Returns the code of the `ToolError` of a failure, `done` if there is none, and any other error itself. */
export async function codeOf(work: Promise<unknown> | (() => Promise<unknown>)): Promise<unknown> {
  try {
    await (typeof work === "function" ? work() : work);
    return "done";
  } catch (error) {
    return ToolError.isInstance(error) ? error.code : error;
  }
}

/** Creates a file with its content. */
export async function put(
  directory: DirectoryHandle,
  name: string,
  content: string,
  mode = 0o644,
): Promise<void> {
  const handle = await directory.createFile(name, { mode });
  try {
    await handle.write(new TextEncoder().encode(content), 0);
  } finally {
    await handle.close();
  }
}

/** Reads a file to its end. */
export async function take(directory: DirectoryHandle, name: string): Promise<string> {
  const handle = await directory.openFile(name);
  try {
    const bytes = new Uint8Array(handle.stat.size + 1);
    let filled = 0;
    for (;;) {
      const count = await handle.read(bytes.subarray(filled), filled);
      if (count === 0) return new TextDecoder().decode(bytes.subarray(0, filled));
      filled += count;
    }
  } finally {
    await handle.close();
  }
}

/** Lists the names in a directory with their types, sorted. */
export async function listing(directory: DirectoryHandle): Promise<string[]> {
  const entries = await directory.list();
  return entries.map(({ name, type }) => `${name} ${type}`).sort();
}
