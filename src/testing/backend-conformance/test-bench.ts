import type { Backend, DirectoryHandle, FileSystem } from "../../contract/index.js";
import { ToolError } from "../../contract/index.js";
import type { SeedEntry } from "../seed-entry.js";
import type { TestRunner } from "../test-runner.js";
import type { BackendFactory } from "./backend-under-test.js";
import { type Expectation, expectValue } from "./expectation.js";

/** What a test works with. */
export interface Bench {
  readonly backend: Backend;
  readonly files: FileSystem;
  readonly root: string;
  readonly expect: (actual: unknown) => Expectation;
  /** An absolute path below the root, components joined as they are. */
  at(relativePath: string): string;
  /** Opens a folder below the root; closed when the test is over. */
  open(relativePath?: string): Promise<DirectoryHandle>;
}

/** Declares a test on a tree of its own. */
export type BenchTest = (
  title: string,
  entries: Readonly<Record<string, SeedEntry>>,
  body: (bench: Bench) => Promise<void>,
) => void;

/** How tests of one kind of backend are declared with one runner. */
export function benchTests(factory: BackendFactory, runner: TestRunner): BenchTest {
  return (title, entries, body) => {
    runner.it(title, async () => {
      const { backend, root, dispose } = await factory.create(entries);
      const opened: DirectoryHandle[] = [];
      const at = (relativePath: string) =>
        relativePath === "" ? root : `${root}${backend.files.path.sep}${relativePath}`;
      try {
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
  };
}

/** What the `ToolError` is about that something fails with. */
export async function pathOfFailure(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
  } catch (error) {
    if (ToolError.isInstance(error)) return error.absolutePath;
    throw error;
  }
  throw new Error("It did not fail.");
}

/** The code of the `ToolError` that something fails with; `done` when it does not, and the error itself when it is no `ToolError`. */
export async function codeOf(work: Promise<unknown> | (() => Promise<unknown>)): Promise<unknown> {
  try {
    await (typeof work === "function" ? work() : work);
    return "done";
  } catch (error) {
    return ToolError.isInstance(error) ? error.code : error;
  }
}

/** Creates a file, all of it. */
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

/** Names in a directory with their types, in order. */
export async function listing(directory: DirectoryHandle): Promise<string[]> {
  const entries = await directory.list();
  return entries.map(({ name, type }) => `${name} ${type}`).sort();
}
