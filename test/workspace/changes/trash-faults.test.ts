import { execFileSync } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { localBackend } from "../../../src/backends/local/index.js";
import { ToolError } from "../../../src/contract/index.js";
import { temporaryFolder } from "../../backends/temporary-folder.js";
import { type Interference, interferedBackend } from "../faulty-backend.js";
import { treeSnapshot } from "../tree-snapshot.js";
import { fixture } from "../workspace-fixture.js";

/** A folder `d` that memory cannot keep, because it contains a FIFO. */
async function largeFolder(interfere: Interference) {
  const stateDirectory = join(await temporaryFolder(), "state");
  const backend = interferedBackend(localBackend({ stateDirectory }), interfere);
  const made = await fixture({ "d/a.txt": "a", "d/e/b.txt": "b" }, { backend });
  execFileSync("mkfifo", [join(made.root, "d/pipe")]);
  const notes = () => readdir(join(stateDirectory, "changes")).catch(() => []);
  return { ...made, notes };
}

const code = (error: unknown) => (ToolError.isInstance(error) ? error.code : error);

describe("an error in any step of a removal to the trash", () => {
  it("leaves the removed folder whole or gone, and no note", async () => {
    for (let failing = 1, hit = true; hit; failing += 1) {
      let seen = 0;
      hit = false;
      const { root, files, notes } = await largeFolder((step) => {
        seen += 1;
        if (seen !== failing) return;
        hit = true;
        throw new ToolError(`injected into ${step}`, { code: "io-error" });
      });
      const before = await treeSnapshot(root);
      const outcome = await files.remove("d", { recursive: true }).then(() => "done", code);
      const after = await treeSnapshot(root);
      expect(after, `step ${failing}: ${outcome}`).toEqual(outcome === "done" ? {} : before);
      expect(await notes()).toEqual([]);
    }
  });

  it("leaves the folder in the trash or at its path when a step of the undo fails", async () => {
    for (let failing = 1, hit = true; hit; failing += 1) {
      let seen = 0;
      let isArmed = false;
      hit = false;
      const { root, files, notes } = await largeFolder((step) => {
        if (!isArmed) return;
        seen += 1;
        if (seen !== failing) return;
        hit = true;
        throw new ToolError(`injected into ${step}`, { code: "io-error" });
      });
      const before = await treeSnapshot(root);
      await files.remove("d", { recursive: true });
      isArmed = true;
      const outcome = await files.undo().then(() => "done", code);
      const after = await treeSnapshot(root);
      expect(after, `step ${failing}: ${outcome}`).toEqual(outcome === "done" ? before : {});
      expect(await notes()).toEqual([]);
      if (outcome !== "done") await files.undo();
      expect(await treeSnapshot(root)).toEqual(before);
    }
  });
});
