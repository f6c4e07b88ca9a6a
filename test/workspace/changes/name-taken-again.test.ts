import { describe, expect, it } from "vitest";
import { memoryBackend } from "../../../src/backends/memory/index.js";
import { ToolError, type WorkspaceFiles } from "../../../src/contract/index.js";
import { createWorkspace } from "../../../src/workspace/index.js";
import { interferedBackend } from "../faulty-backend.js";
import { newSession } from "../workspace-fixture.js";

/** Removes an entry while another process takes its name and changes what was set aside. */
async function removeWhileTaken(remove: (files: WorkspaceFiles) => Promise<unknown>, name: string) {
  const whole = memoryBackend({ files: { "/w/d/a.txt": "a\n", "/w/f.txt": "f\n" } });
  const other = async (setAside: string) => {
    const folder = await whole.files.openDirectory("/w");
    const write = async (directory: typeof folder, file: string) => {
      const handle = await directory.createFile(file, { mode: 0o644 });
      await handle.write(new TextEncoder().encode("of the other process\n"), 0);
      await handle.close();
    };
    if (name === "d") {
      await write(await folder.openDirectory(setAside), "late.txt");
      await folder.makeDirectory("d");
      await write(await folder.openDirectory("d"), "new.txt");
    } else {
      await folder.removeFile(setAside);
      await write(folder, setAside);
      await write(folder, name);
    }
    await folder.close();
  };
  let isRenamed = false;
  const backend = interferedBackend(
    whole,
    () => {},
    async (step) => {
      if (step !== "rename" || isRenamed) return;
      isRenamed = true;
      const names = await (await whole.files.openDirectory("/w")).list();
      await other(names.find((entry) => entry.name.startsWith(".collet-"))?.name ?? "");
    },
  );
  const files = createWorkspace({ backend, roots: ["/w"] }).files({
    session: newSession("/w"),
    approvedPaths: new Set(),
    signal: new AbortController().signal,
    onChange: () => {},
  });
  const error = await remove(files).catch((thrown: unknown) => thrown);
  const left = await (await whole.files.openDirectory("/w")).list();
  return { error: ToolError.isInstance(error) ? error : undefined, left: left.map((entry) => entry.name) };
}

describe("a removal whose name another process takes again", () => {
  it.each([
    ["folder", "d", (files: WorkspaceFiles) => files.remove("d", { recursive: true })],
    ["file", "f.txt", (files: WorkspaceFiles) => files.remove("f.txt")],
  ] as const)("names where the content of the %s is kept", async (_, name, remove) => {
    const { error, left } = await removeWhileTaken(remove, name);
    expect(error?.code).toBe("half-done");
    const [outcome] = error?.outcomes ?? [];
    expect(outcome).toMatchObject({ path: `/w/${name}`, state: "changed" });
    expect(left).toContain(outcome?.keptAs);
    expect(error?.message).toContain(`kept in the same folder as '${outcome?.keptAs}'`);
  });
});
