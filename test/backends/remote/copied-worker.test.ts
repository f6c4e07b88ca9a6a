import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { describe, expect, it, onTestFinished } from "vitest";
import { remoteBackend, sshConnector } from "../../../src/adapters/remote/index.js";
import { createToolRuntime } from "../../../src/index.js";
import { temporaryFolder } from "../temporary-folder.js";
import { writeTree } from "../write-tree.js";

/** Milliseconds for three starts of workers, on a loaded machine. */
const PATIENCE_MS = 240_000;

/** Puts a program in place of `ssh` that runs the command here, as a user with another home. */
async function otherMachine(): Promise<string> {
  const [folder, home] = [await temporaryFolder(), await temporaryFolder()];
  const script = `while [ "$1" != -- ]; do shift; done; shift 2; echo Welcome; cd "${home}"; exec env -i PATH="$PATH" HOME="${home}" sh -c "$*"`;
  await writeFile(join(folder, "ssh"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const path = process.env.PATH;
  process.env.PATH = `${folder}:${path}`;
  onTestFinished(() => {
    process.env.PATH = path;
  });
  return home;
}

async function readThere(text: string): Promise<unknown> {
  const root = await temporaryFolder();
  await writeTree(root, { "a.txt": text });
  const connect = sshConnector({ host: "build", install: "copy", node: process.execPath });
  const backend = await remoteBackend({ connect, connectTimeoutMs: 60_000 });
  const runtime = createToolRuntime({ cwd: root, backend, permissions: "allow-all" });
  try {
    const found = await runtime.execute({ id: "1", name: "Grep", input: { pattern: text } });
    expect(JSON.stringify(found.content)).toContain("a.txt");
    const ran = await runtime.execute({ id: "2", name: "Bash", input: { cmd: "cat a.txt" } });
    return ran.content;
  } finally {
    await runtime[Symbol.asyncDispose]();
    await backend.dispose();
  }
}

describe('sshConnector with install: "copy"', () => {
  it(
    "copies the worker once, and runs no copy that was changed",
    async () => {
      const home = await otherMachine();
      expect(JSON.stringify(await readThere("first"))).toContain("first");
      const cache = join(home, ".cache/collet");
      const names = await readdir(cache);
      expect(names).toEqual([expect.stringMatching(/^worker-[0-9a-f]{64}\.mjs$/)]);
      const file = join(cache, names[0] ?? "");
      const copied = await readFile(file);
      expect(JSON.stringify(await readThere("second"))).toContain("second");
      await writeFile(file, 'process.stdout.write("changed"); process.exit(1);');
      expect(JSON.stringify(await readThere("third"))).toContain("third");
      expect(await readFile(file)).toEqual(copied);
    },
    PATIENCE_MS,
  );

  it("shows what the machine prints when it has no Node", async () => {
    const home = await otherMachine();
    await mkdir(join(home, "empty"));
    const connect = sshConnector({ host: "build", install: "copy", node: "/nowhere/node" });
    await expect(remoteBackend({ connect })).rejects.toThrow(/nowhere\/node/);
  });

  it("refuses a command of a worker that is there besides", () => {
    expect(() => sshConnector({ host: "build", install: "copy", worker: ["collet"] })).toThrow(
      'worker and install: "copy" cannot be combined',
    );
  });
});
