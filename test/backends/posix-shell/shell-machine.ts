import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import type { PosixExec } from "../../../src/backends/posix-shell/index.js";

/** A shell of this machine that stands for another machine. */
export interface ShellMachine {
  readonly name: string;
  readonly program: string;
  readonly parameters: readonly string[];
  readonly path: string;
}

/** Returns the shells that are installed here. `busybox` finds no other programs than its own. */
export function shellMachines(): ShellMachine[] {
  const path = "/usr/local/bin:/usr/bin:/bin";
  const machines: ShellMachine[] = [];
  const has = (program: string) => spawnSync(program, ["-c", ":"], { env: { PATH: path } }).status === 0;
  if (has("dash")) machines.push({ name: "dash", program: "dash", parameters: [], path });
  if (has("bash")) machines.push({ name: "bash --posix", program: "bash", parameters: ["--posix"], path });
  const busybox = busyboxFolder();
  if (busybox !== undefined)
    machines.push({ name: "busybox", program: join(busybox, "sh"), parameters: [], path: busybox });
  return machines;
}

let folder: string | undefined;

/** Returns a folder that contains only the programs of busybox; `undefined` if it is not installed. */
export function busyboxFolder(): string | undefined {
  if (folder !== undefined) return folder;
  const listed = spawnSync("busybox", ["--list"], { encoding: "utf8" });
  if (listed.status !== 0) return undefined;
  const program = execFileSync("sh", ["-c", "command -v busybox"], { encoding: "utf8" }).trim();
  const made = mkdtempSync(join(tmpdir(), "collet-busybox-"));
  for (const name of listed.stdout.split("\n").filter((line) => line !== ""))
    symlinkSync(program, join(made, name));
  afterAll(() => rmSync(made, { recursive: true, force: true }));
  folder = made;
  return made;
}

/** Returns an exec that runs commands in a shell here, and counts them. */
export function execIn({ program, parameters, path }: ShellMachine) {
  const seen = { commands: 0 };
  const exec: PosixExec = (command, { stdin, signal, onStdout, onStderr }) =>
    new Promise((resolve, reject) => {
      seen.commands += 1;
      const env = { PATH: path, HOME: "/", LC_ALL: "C.UTF-8" };
      const child = spawn(program, [...parameters, "-c", command], { env, signal, killSignal: "SIGKILL" });
      child.stdout.on("data", onStdout);
      child.stderr.on("data", onStderr);
      child.stdin.on("error", () => {});
      child.stdin.end(stdin);
      child.on("error", reject);
      child.on("close", () => resolve(undefined));
    });
  return { exec, seen };
}
