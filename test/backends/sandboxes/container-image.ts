import { execFileSync, spawnSync } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import process from "node:process";

const WORKER = resolve(import.meta.dirname, "../../../dist/remote-worker.js");

/** Images of the tests: busybox alone, or with the Node of this process and `collet serve` in one file. */
const NAMES = { busybox: "collet-test-busybox", worker: "collet-test-worker" } as const;

/** Returns whether a program can be started. */
function starts(program: string, parameters: readonly string[]): boolean {
  return spawnSync(program, parameters).status === 0;
}

/**
 * Makes an image in a folder; returns its name if containers can be run here. Sets `CONTAINERS_CONF` of this process to a file in the
 * folder.
 */
export async function containerImage(
  content: keyof typeof NAMES,
  folder: string,
): Promise<string | undefined> {
  if (!starts("busybox", ["--list"]) || !starts("podman", ["--version"])) return undefined;
  process.env.CONTAINERS_CONF = await configuration(folder);
  const name = NAMES[content];
  const parts = [
    "mkdir -p rootfs/bin rootfs/tmp rootfs/proc && cd rootfs",
    "for a in $(busybox --list); do ln -s busybox bin/$a 2>/dev/null; done",
    'rm -f bin/busybox && cp "$(command -v busybox)" bin/busybox',
    ...(content === "worker" ? workerFiles() : []),
    `tar c . | podman import --change 'ENV PATH=/bin' - ${name}`,
  ];
  const made = spawnSync("sh", ["-c", parts.join("\n")], { cwd: folder, stdio: "ignore" });
  await rm(join(folder, "rootfs"), { recursive: true, force: true });
  if (made.status !== 0) return undefined;
  const tried = ["run", "--rm", "--network", "none", "--pull", "never", name, "true"];
  return starts("podman", tried) ? name : undefined;
}

/** Writes a configuration with which podman works in a container: it may not raise limits there, and crun refuses mixed control groups. */
async function configuration(folder: string): Promise<string> {
  const path = join(folder, "containers.conf");
  const runtime = starts("runc", ["--version"]) ? '[engine]\nruntime = "runc"\n' : "";
  const limits = 'default_ulimits = ["nofile=1024:1024", "nproc=1000:1000"]';
  await writeFile(path, `[containers]\n${limits}\n${runtime}`);
  return path;
}

/** Returns the lines of a script that copies Node, its libraries and the worker, which is the program `collet` there. */
function workerFiles(): readonly string[] {
  const listed = spawnSync("ldd", [process.execPath], { encoding: "utf8" }).stdout ?? "";
  const libraries = [...listed.matchAll(/\/[^ )]+/g)].map(([path]) => path);
  return [
    `cp ${process.execPath} bin/node`,
    ...libraries.map((path) => `mkdir -p .$(dirname ${path}) && cp -L ${path} .${path}`),
    `cp ${WORKER} worker.js`,
    `printf '#!/bin/sh\\nexec node /worker.js\\n' > bin/collet && chmod 755 bin/collet`,
  ];
}

/** Removes an image, which has 109 MB with the worker. */
export function removeImage(image: string): void {
  spawnSync("podman", ["rmi", "--force", image]);
}

/** Starts a container that can change a folder of this machine, under the same path; returns its id. */
export function startContainer(image: string, writable: string): string {
  const options = ["--detach", "--rm", "--network", "none", "--pull", "never", "--stop-timeout", "0"];
  const volume = ["--volume", `${writable}:${writable}:rw`];
  const command = ["sh", "-c", "while :; do sleep 3600; done"];
  return execFileSync("podman", ["run", ...options, ...volume, image, ...command], {
    encoding: "utf8",
  }).trim();
}

/** Removes a container at once. */
export function removeContainer(container: string): void {
  spawnSync("podman", ["rm", "--force", "--time", "0", container]);
}
