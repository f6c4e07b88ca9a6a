import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { localApprovals } from "../../../../src/backends/local/approvals/index.js";
import { isSecretPath } from "../../../../src/workspace/index.js";
import { bundledModule } from "../../../bundled-module.js";
import { temporaryFolder } from "../../temporary-folder.js";

const PROCESSES = 6;
const IDS = Array.from({ length: 20 }, (_, index) => index.toString(16).padStart(32, "0"));
const DAY_MS = 86_400_000;

describe("localApprovals", () => {
  it("creates one secret, for this user only, and keeps it", async () => {
    const state = await temporaryFolder();
    const keys = await Promise.all([1, 2, 3].map(() => localApprovals({ stateDirectory: state }).key()));
    const file = join(state, "approvals/approvals.key");
    for (const key of keys) expect(Buffer.from(key)).toEqual(await readFile(file));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(state, "approvals"))).mode & 0o777).toBe(0o700);
    expect(await readdir(join(state, "approvals"))).toEqual(["approvals.key"]);
    expect(keys[0]?.byteLength).toBe(32);
    expect(isSecretPath(file)).toBe(true);
  });

  it("shares one secret between processes, and lets each question be answered once", async () => {
    const state = await temporaryFolder();
    const program = await bundledModule(join(import.meta.dirname, "approvals-process.ts"));
    const children = Array.from({ length: PROCESSES }, () =>
      spawn(process.execPath, [program, state, ...IDS], { stdio: ["pipe", "pipe", "inherit"] }),
    );
    const outputs = children.map((child) => {
      let text = "";
      child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      return () => text;
    });
    await expect.poll(() => outputs.every((output) => output() !== "")).toBe(true);
    for (const child of children) child.stdin.end();
    await Promise.all(children.map((child) => once(child, "close")));
    const answers = outputs.map(
      (output) => JSON.parse(output().split("\n")[1] ?? "") as { key: string; taken: string[] },
    );
    expect(new Set(answers.map(({ key }) => key)).size).toBe(1);
    expect(answers.flatMap(({ taken }) => taken).sort()).toEqual(IDS);
  });

  it("forgets a mark only when its question can no longer be answered", async () => {
    const state = await temporaryFolder();
    const approvals = localApprovals({ stateDirectory: state });
    const now = Date.now();
    const ages = [0, 29, 31, 40];
    for (const [index, days] of ages.entries()) {
      expect(await approvals.spend(IDS[index] ?? "", now - days * DAY_MS)).toBe(true);
    }
    const days = () => readdir(join(state, "approvals/answered"));
    await expect.poll(days).toHaveLength(3);
    expect(await localApprovals({ stateDirectory: state }).spend(IDS[1] ?? "", now - 29 * DAY_MS)).toBe(
      false,
    );
  });

  it("uses an id of any form as a file name without a path in it", async () => {
    const state = await temporaryFolder();
    const approvals = localApprovals({ stateDirectory: state });
    for (const id of ["../../x", "", "a/b", "\0", "x".repeat(5_000)]) {
      expect([await approvals.spend(id, Date.now()), await approvals.spend(id, Date.now())]).toEqual([
        true,
        false,
      ]);
    }
    expect(await readdir(state)).toEqual(["approvals"]);
  });

  it.each<[string, (file: string) => Promise<unknown>, RegExp]>([
    ["others may read", (file) => chmod(file, 0o644), /read or written by other users/],
    ["is cut", (file) => writeFile(file, "short"), /not 32 bytes/],
    ["is a symlink", async (file) => [await rm(file), await symlink("/etc/hostname", file)], /symbolic link/],
    ["is a folder", async (file) => [await rm(file), await mkdir(file)], /is not a file/],
  ])("does not trust a secret that %s", async (_title, spoil, message) => {
    const state = await temporaryFolder();
    await localApprovals({ stateDirectory: state }).key();
    await spoil(join(state, "approvals/approvals.key"));
    const refusal = localApprovals({ stateDirectory: state }).key();
    await expect(refusal).rejects.toMatchObject({
      code: "access-denied",
      message: expect.stringMatching(message),
    });
  });

  it("creates its folder again after it was removed", async () => {
    const state = await temporaryFolder();
    const approvals = localApprovals({ stateDirectory: state });
    await approvals.key();
    await rm(join(state, "approvals"), { recursive: true });
    expect(await approvals.spend(IDS[0] ?? "", Date.now())).toBe(true);
  });
});
