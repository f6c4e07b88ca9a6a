import { spawnSync } from "node:child_process";
import { readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bubblewrapBackend } from "../../../src/backends/sandboxes/index.js";
import { bubblewrapProblem } from "../../../src/backends/sandboxes/sandbox-unavailable.js";
import { createToolRuntime } from "../../../src/index.js";
import { sleepMark, survivors } from "../local/shell/survivors.js";
import { temporaryFolder } from "../temporary-folder.js";
import { writeTree } from "../write-tree.js";

const hasBwrap =
  process.platform === "linux" &&
  spawnSync("bwrap", ["--ro-bind", "/", "/", "--unshare-net", "true"]).status === 0;
const never = new AbortController().signal;

describe.skipIf(!hasBwrap)("a backend in bubblewrap", () => {
  it("changes only the writable folders, without network and with an own /tmp", async () => {
    const [writable, other] = [
      await realpath(await temporaryFolder()),
      await realpath(await temporaryFolder()),
    ];
    await writeTree(writable, { "a.txt": "one\n" });
    const backend = await bubblewrapBackend({ writable: [writable] });
    const runtime = createToolRuntime({ cwd: writable, backend, permissions: "allow-all" });
    const call = async (name: string, input: object) =>
      runtime.execute({ id: crypto.randomUUID(), name, input: input as never });
    const edit = { path: join(writable, "a.txt"), old_str: "one", new_str: "two" };
    expect(await call("edit_file", edit)).toMatchObject({ status: "done" });
    expect(await readFile(join(writable, "a.txt"), "utf8")).toBe("two\n");
    const cmd = `echo x > /etc/collet-test || echo refused; ls ${other} || echo hidden; tail -n +3 /proc/net/dev | grep -v lo: || echo no network`;
    const shown = JSON.stringify((await call("Bash", { cmd })).content);
    for (const text of ["refused", "hidden", "no network"]) expect(shown).toContain(text);
    await runtime[Symbol.asyncDispose]();
  });

  it("ends commands after the limit of time with all their processes, and names the sandbox", async () => {
    const root = await realpath(await temporaryFolder());
    const { shell, guarantees } = await bubblewrapBackend({ writable: [root], limits: { commandMs: 3_000 } });
    expect(guarantees.processes).toBe("all");
    const mark = sleepMark();
    const command = `setsid sleep ${mark} & sleep ${mark}`;
    const outcome = await shell.run({
      command,
      cwd: root,
      signal: never,
      timeoutMs: 60_000,
      onOutput: () => {},
    });
    expect(outcome).toMatchObject({ reason: "timeout", sandbox: "bubblewrap" });
    await expect.poll(() => survivors(mark)).toEqual([]);
  });

  it("limits the memory of a process", async () => {
    const root = await realpath(await temporaryFolder());
    const { shell } = await bubblewrapBackend({ writable: [root], limits: { memoryBytes: 200_000_000 } });
    let text = "";
    const onOutput = (chunk: Uint8Array) => {
      text += Buffer.from(chunk).toString();
    };
    await shell.run({ command: "ulimit -v", cwd: root, signal: never, onOutput });
    expect(text.trim()).toBe(String(Math.ceil(200_000_000 / 1_024)));
  });
});

describe("bubblewrapBackend", () => {
  it("refuses relative folders, folders that do not exist and limits of 0", async () => {
    await expect(bubblewrapBackend({ writable: ["src"] })).rejects.toThrow(
      "writable must contain absolute paths",
    );
    await expect(bubblewrapBackend({ writable: ["/no/such/folder"] })).rejects.toThrow("does not exist");
    await expect(bubblewrapBackend({ writable: [], limits: { processes: 0 } })).rejects.toThrow(
      "limits.processes",
    );
  });

  it("rejects where bubblewrap is missing, and runs nothing outside", async () => {
    const path = process.env.PATH;
    process.env.PATH = await temporaryFolder();
    try {
      await expect(bubblewrapBackend({ writable: [] })).rejects.toMatchObject({
        code: "sandbox-unavailable",
        message: expect.stringContaining("Nothing was run outside of the sandbox."),
      });
    } finally {
      process.env.PATH = path;
    }
  });

  it("names the setting of the system that forbids namespaces", () => {
    const complaint = "bwrap: setting up uid map: Permission denied";
    const ubuntu = bubblewrapProblem(complaint, (file) => (file.includes("apparmor") ? "1\n" : undefined));
    expect(ubuntu).toContain(complaint);
    expect(ubuntu).toContain("AppArmor forbids programs without a profile");
    const none = bubblewrapProblem(complaint, (file) =>
      file.endsWith("max_user_namespaces") ? "0" : undefined,
    );
    expect(none).toContain("The system allows no user namespaces");
  });
});
