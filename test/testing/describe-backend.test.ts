import { describe, expect, it } from "vitest";
import { memoryBackend } from "../../src/backends/memory/index.js";
import type { Backend, DirectoryHandle } from "../../src/contract/index.js";
import { type BackendFactory, describeBackend } from "../../src/testing/index.js";
import { seedMemory } from "../backends/backend-factories.js";
import { collectTests, failuresOf } from "./collect-tests.js";

const ROOT = "/work/workspace";

/** Creates memory backends with some methods of their directories replaced. */
function changedFactory(
  change: (directory: DirectoryHandle) => Partial<DirectoryHandle>,
  supports: BackendFactory["supports"] = { fifos: false },
): BackendFactory {
  const originals = new WeakMap<DirectoryHandle, DirectoryHandle>();
  const changed = (directory: DirectoryHandle): DirectoryHandle => {
    const proxy = new Proxy(directory, {
      get: (target, name) => {
        const rename: DirectoryHandle["rename"] = (from, to) => {
          const into = to.directory && (originals.get(to.directory) ?? to.directory);
          return target.rename(from, { ...to, ...(into !== undefined && { directory: into }) });
        };
        const own: Record<PropertyKey, unknown> = { rename, ...change(target) };
        if (name in own) return own[name];
        if (name === "openDirectory") {
          return async (below: string) => changed(await target.openDirectory(below));
        }
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    originals.set(proxy, directory);
    return proxy;
  };
  return {
    name: "changed",
    supports,
    create: async (entries) => {
      const { files, search, name } = seedMemory(ROOT, entries);
      const openDirectory = async (path: string) => changed(await files.openDirectory(path));
      const backend: Backend = {
        name,
        files: { ...files, openDirectory },
        ...(supports.search !== false && { search }),
      };
      return { backend, root: ROOT };
    },
  };
}

const suite = (factory: BackendFactory) => collectTests((runner) => describeBackend(factory, runner));

describe("describeBackend", () => {
  it("passes a backend that keeps its promises", async () => {
    expect(await failuresOf(suite(changedFactory(() => ({}))))).toEqual({});
  });

  it.each([
    [
      "overwrites with createFile",
      (directory: DirectoryHandle): Partial<DirectoryHandle> => ({
        createFile: async (name, options) => {
          if ((await directory.stat(name))?.type === "file") await directory.removeFile(name);
          return directory.createFile(name, options);
        },
      }),
    ],
    [
      "forgets a name in lists",
      (directory: DirectoryHandle): Partial<DirectoryHandle> => ({
        list: async () => (await directory.list()).slice(1),
      }),
    ],
    [
      "removes a folder as if it were a file",
      (directory: DirectoryHandle): Partial<DirectoryHandle> => ({
        removeFile: async (name) =>
          (await directory.stat(name))?.type === "directory"
            ? directory.removeDirectory(name)
            : directory.removeFile(name),
      }),
    ],
  ] as const)("finds a backend that %s, and shows the expected value", async (_title, change) => {
    const failures = Object.values(await failuresOf(suite(changedFactory(change))));
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.some((message) => /^Expected .+, but got .+\.$/s.test(message))).toBe(true);
  });

  it("finds a backend that throws an error other than a ToolError", async () => {
    const broken = changedFactory(() => ({
      openFile: async () => {
        throw new Error("ENOENT");
      },
    }));
    const messages = Object.values(await failuresOf(suite(broken)));
    expect(messages.some((message) => message.includes("but got Error: ENOENT"))).toBe(true);
  });

  it("omits search tests if search is not supported, and reports a missing search otherwise", async () => {
    const without = suite(changedFactory(() => ({}), { fifos: false, search: false }));
    expect(without.length).toBeLessThan(suite(changedFactory(() => ({}))).length);
    const lying: BackendFactory = {
      name: "lying",
      supports: { fifos: false },
      create: async () => ({
        backend: { name: "lying", files: memoryBackend({ files: { [ROOT]: { directory: true } } }).files },
        root: ROOT,
      }),
    };
    const search = suite(lying).filter(
      ({ title }) => title === "finds files, except hidden and ignored ones and the targets of symlinks",
    );
    expect(Object.values(await failuresOf(search))).toEqual([
      "The lying backend has no search. Declare this in its factory: supports: { search: false }.",
    ]);
  });
});
