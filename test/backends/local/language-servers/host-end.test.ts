import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type BundledProgram, bundledProgram } from "../../../bundled-module.js";
import { makeProject, startedProcesses } from "./server-project.js";

let program: BundledProgram;
beforeAll(async () => {
  program = await bundledProgram(join(import.meta.dirname, "forgetful-host.ts"));
});
afterAll(() => program.dispose());

/** Starts a host that has a language server run, and waits until it has heard from it. */
async function startHost(behaviour: "leaves" | "stays") {
  const folder = await makeProject({ "fake.json": "" });
  const log = join(folder, "log.txt");
  const server = join(import.meta.dirname, "fake-server.mjs");
  const host: ChildProcess = spawn(process.execPath, [program.file, folder, log, behaviour, server], {
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
  it("does not keep a host alive that never disposed it, and ends with it", async () => {
    const { host, alive } = await startHost("leaves");
    if (host.exitCode === null) await once(host, "exit");
    expect(host.exitCode).toBe(0);
    await expect.poll(alive).toEqual([]);
  });

  it("ends with a killed host, including all its processes", async () => {
    const { host, alive } = await startHost("stays");
    expect(await alive()).toHaveLength(2);
    host.kill("SIGKILL");
    await expect.poll(alive).toEqual([]);
  });
});
