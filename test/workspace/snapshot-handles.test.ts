import { describe, expect, it } from "vitest";
import { memoryBackend } from "../../src/backends/memory/index.js";
import type { Backend, DirectoryHandle, ReadHandle, RenameTarget } from "../../src/contract/index.js";
import { createToolRuntime } from "../../src/index.js";

/** Returns the content of the time of opening, as a backend does that fetches a file with the message that opens it. */
async function snapshotOf(live: ReadHandle): Promise<ReadHandle> {
  const content = new Uint8Array(live.stat.size);
  await live.read(content, 0);
  return {
    stat: live.stat,
    isSnapshot: true,
    read: async (buffer, position) => {
      const part = content.subarray(position, position + buffer.byteLength);
      buffer.set(part);
      return part.byteLength;
    },
    close: () => live.close(),
  };
}

/** A backend with snapshots, in which another process writes into the file while its replacement is prepared. */
function backendWithWriter(write: (directory: DirectoryHandle) => Promise<void>): Backend {
  const base = memoryBackend({ files: { "/project/a.txt": "one\ntwo\n" } });
  const real = new WeakMap<DirectoryHandle, DirectoryHandle>();
  const openDirectory = async (path: string): Promise<DirectoryHandle> => {
    const directory = await base.files.openDirectory(path);
    const shown: DirectoryHandle = new Proxy(directory, {
      get: (target, key) => {
        if (key === "openFile") return async (name: string) => snapshotOf(await target.openFile(name));
        if (key === "createFile")
          return async (name: string, options: { mode: number }) => {
            await write(target);
            return target.createFile(name, options);
          };
        if (key === "rename")
          return (name: string, { directory: into = shown, ...rest }: RenameTarget) =>
            target.rename(name, { ...rest, directory: real.get(into) ?? into });
        const value: unknown = target[key as keyof DirectoryHandle];
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    real.set(shown, directory);
    return shown;
  };
  return { name: "snapshots", files: { ...base.files, openDirectory }, search: base.search };
}

async function edit(backend: Backend) {
  const runtime = createToolRuntime({ cwd: "/project", backend, permissions: "allow-all" });
  const input = { path: "/project/a.txt", old_str: "two", new_str: "zwei" };
  const result = await runtime.execute({ id: "1", name: "edit_file", input });
  const directory = await backend.files.openDirectory("/project");
  const handle = await directory.openFile("a.txt");
  const content = new Uint8Array(handle.stat.size);
  await handle.read(content, 0);
  return { result, content: new TextDecoder().decode(content) };
}

describe("a file whose open handle returns a snapshot", () => {
  it("can be edited when it did not change", async () => {
    const { result, content } = await edit(backendWithWriter(async () => {}));
    expect(result.status).toBe("done");
    expect(content).toBe("one\nzwei\n");
  });

  it("opens it again before its replacement, so that the text of another process is not lost", async () => {
    const backend = backendWithWriter(async (directory) => {
      const handle = await directory.openForWriting("a.txt");
      await handle.write(new TextEncoder().encode("ONE"), 0);
      await handle.close();
    });
    const { result, content } = await edit(backend);
    expect(result.error).toMatchObject({ errorCode: "stale-file" });
    expect(content).toBe("ONE\ntwo\n");
  });
});
