import { expect, it } from "vitest";
import { memoryBackend } from "../../../src/backends/memory/index.js";
import type { DirectoryHandle } from "../../../src/contract/index.js";
import { readFileTree } from "../../../src/testing/test-workspace/file-tree.js";

it("leaves out the entries that another process removes while it reads a tree", async () => {
  const { files } = memoryBackend({ files: { "/w/kept.txt": "one", "/w/sub/deep.txt": "two" } });
  const withRemoved = (directory: DirectoryHandle): DirectoryHandle =>
    new Proxy(directory, {
      get(target, property) {
        if (property !== "list") {
          const member: unknown = Reflect.get(target, property, target);
          return typeof member === "function" ? member.bind(target) : member;
        }
        return async () => [
          ...(await target.list()),
          { name: "removed.txt", type: "file" },
          { name: "removed", type: "directory" },
          { name: "removed-link", type: "symlink" },
        ];
      },
    });
  const volume = {
    ...files,
    openDirectory: async (path: string) => withRemoved(await files.openDirectory(path)),
  };
  const tree = await readFileTree(volume, "/w");
  expect([...tree.keys()]).toEqual(["kept.txt", "sub", "sub/deep.txt"]);
});
