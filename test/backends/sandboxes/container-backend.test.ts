import { spawnSync } from "node:child_process";
import { readFile, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { containerBackend } from "../../../src/backends/sandboxes/index.js";
import { temporaryFolder } from "../temporary-folder.js";
import { writeTree } from "../write-tree.js";
import { containerImage } from "./container-image.js";

const never = new AbortController().signal;
const variables = { PATH: process.env.PATH, CONTAINERS_CONF: process.env.CONTAINERS_CONF };
afterEach(() => {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

/** Puts a program in place of podman that runs the commands here and notes its arguments. */
async function inPlaceOfPodman(script: string): Promise<string> {
  const folder = await temporaryFolder();
  const log = join(folder, "log");
  await writeFile(join(folder, "podman"), `#!/bin/sh\nprintf '%s\\n' "$*" >> ${log}\n${script}\n`, {
    mode: 0o755,
  });
  process.env.PATH = `${folder}:${variables.PATH}`;
  return log;
}

async function outputOf(backend: Awaited<ReturnType<typeof containerBackend>>, command: string, cwd: string) {
  let text = "";
  const onOutput = (chunk: Uint8Array) => {
    text += Buffer.from(chunk).toString();
  };
  const outcome = await backend.shell?.run({ command, cwd, signal: never, onOutput });
  return { text, outcome };
}

describe.skipIf(process.platform === "win32")("containerBackend with a program in place of podman", () => {
  it("starts a container without network, with a read-only system and the limits, and removes it", async () => {
    const log = await inPlaceOfPodman(
      'case $1 in run) echo c0ffee ;; exec) case "$*" in *"command -v collet"*) exit 1 ;; esac; shift 3; exec "$@" ;; esac',
    );
    const root = await realpath(await temporaryFolder());
    await writeTree(root, { "a.txt": "one\n" });
    const backend = await containerBackend({
      program: "podman",
      image: "tools",
      writable: [root],
      limits: { memoryBytes: 100_000_000, processes: 20 },
    });
    expect(backend.container).toBe("c0ffee");
    expect(backend.guarantees?.directories).toBe("checked");
    expect(await outputOf(backend, "cat a.txt", root)).toMatchObject({
      text: "one\n",
      outcome: { exitCode: 0, sandbox: "podman" },
    });
    await backend.dispose();
    const calls = (await readFile(log, "utf8")).split("\n");
    const wanted = [
      "--read-only",
      "--network none",
      "--cap-drop ALL",
      "--memory 100000000",
      "--pids-limit 20",
      "--pull never",
      `--volume ${root}:${root}:rw`,
    ];
    for (const part of wanted) expect(calls[0]).toContain(part);
    expect(calls.filter((line) => line !== "").at(-1)).toBe("rm --force --volumes c0ffee");
  });

  it("reports a daemon that does not run, and runs nothing outside", async () => {
    await inPlaceOfPodman(
      'echo "Cannot connect to the Docker daemon at unix:///var/run/docker.sock." >&2; exit 125',
    );
    await expect(containerBackend({ program: "podman", image: "tools" })).rejects.toMatchObject({
      code: "sandbox-unavailable",
      message: expect.stringMatching(/daemon of podman does not run.*Nothing was run outside/),
    });
  });

  it("refuses options of a new container for a running one, and names that are options", async () => {
    await expect(containerBackend({ program: "podman", container: "c", network: true })).rejects.toThrow(
      "network applies to",
    );
    await expect(containerBackend({ program: "podman", image: "--privileged" })).rejects.toThrow(
      "image must be a name",
    );
    await expect(containerBackend({ program: "podman" })).rejects.toThrow("either container or image");
  });
});

describe.skipIf(process.platform !== "linux")("containerBackend with the real podman", () => {
  it("works in a container of busybox without network", async ({ skip }) => {
    const image = await containerImage("busybox", await temporaryFolder());
    if (image === undefined) return skip("podman cannot run a container here");
    const root = await realpath(await temporaryFolder());
    await writeTree(root, { "a.txt": "one\n" });
    const backend = await containerBackend({
      program: "podman",
      image,
      writable: [root],
      limits: { processes: 50 },
    });
    try {
      const command = "cat a.txt; echo x > /bin/made || echo refused; ls /sys/class/net; echo made > b.txt";
      const { text } = await outputOf(backend, command, root);
      expect(text).toMatch(/^one\n[\s\S]*refused/);
      expect(text).toMatch(/^lo$/m);
      expect(text).not.toMatch(/^eth/m);
      expect(await readFile(join(root, "b.txt"), "utf8")).toBe("made\n");
    } finally {
      await backend.dispose();
    }
    expect(spawnSync("podman", ["ps", "-aq"], { encoding: "utf8" }).stdout).not.toContain(
      backend.container.slice(0, 12),
    );
  }, 120_000);
});
