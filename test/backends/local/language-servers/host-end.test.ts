import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { makeProject, startedProcesses } from "./server-project.js";

/** Starts a host that has a language server run, and waits until it has heard from it. */
async function startHost(behaviour: "leaves" | "stays") {
  const folder = await makeProject({ "fake.json": "" });
  const log = join(folder, "log.txt");
  const program = join(import.meta.dirname, "forgetful-host.ts");
  const host: ChildProcess = spawn(process.execPath, ["--import", "tsx", program, folder, log, behaviour], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(async () => {
    host.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  });
  const [said] = await once(host.stdout as NodeJS.ReadableStream, "data");
  expect(String(said)).toBe("1 found\n");
  return { host, alive: () => startedProcesses(log) };
}

describe("a language server", () => {
  it("does not keep a host alive that forgot it, and ends with it", async () => {
    const { host, alive } = await startHost("leaves");
    if (host.exitCode === null) await once(host, "exit");
    expect(host.exitCode).toBe(0);
    await expect.poll(alive).toEqual([]);
  });

  it("ends with a host that is killed, with all it started", async () => {
    const { host, alive } = await startHost("stays");
    expect(await alive()).toHaveLength(2);
    host.kill("SIGKILL");
    await expect.poll(alive).toEqual([]);
  });
});
