import { spawn } from "node:child_process";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import {
  processConnector,
  type RemoteBackend,
  remoteBackend,
} from "../../../../src/adapters/remote/index.js";
import { writeTree } from "../../../backends/write-tree.js";
import { type BundledProgram, bundledProgram } from "../../../bundled-module.js";
import { WORKER } from "./killable-worker.js";
import { expectTrue, expectUnblocked, HOST_CALLS, TREE, treeOf } from "./killed-calls.js";
import type { HostLine, HostTask } from "./killed-host-program.js";
import { type Moment, momentsOf } from "./worker-messages.js";
import { workersEnded } from "./workers-ended.js";

/** Hosts that run at the same time. */
const CONCURRENT_HOSTS = 3;

let folder: string;
let stateDirectory: string;
let program: BundledProgram;
let backend: RemoteBackend;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "collet-test-")));
  stateDirectory = await mkdtemp(join(folder, "state-"));
  program = await bundledProgram(join(import.meta.dirname, "killed-host-program.ts"));
  backend = await remoteBackend({
    connect: processConnector({
      command: ["env", `COLLET_STATE_DIRECTORY=${stateDirectory}`, process.execPath, WORKER],
    }),
  });
});

afterAll(async () => {
  await backend.dispose();
  program.dispose();
  await workersEnded(stateDirectory);
  await rm(folder, { recursive: true, force: true });
});

/** Runs a host until it and its worker have ended. */
async function runHost(task: HostTask): Promise<{ readonly isKilled: boolean; readonly lines: HostLine[] }> {
  const child = spawn(process.execPath, [program.file, JSON.stringify(task)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  let complaint = "";
  child.stderr.on("data", (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const signal = await new Promise<NodeJS.Signals | null>((done) => {
    child.on("close", (_, by) => done(by));
  });
  expect(complaint).toBe("");
  const whole = output.slice(0, output.lastIndexOf("\n") + 1).split("\n");
  const lines = whole.filter((line) => line !== "").map((line): HostLine => JSON.parse(line));
  return { isKilled: signal === "SIGKILL", lines };
}

/** Kills a host at a message, and looks at the files of all its calls. */
async function killHost(moment: Moment | undefined): Promise<readonly HostLine[]> {
  const root = await mkdtemp(join(folder, "root-"));
  for (const [call] of HOST_CALLS) await writeTree(join(root, call), TREE);
  const task = { worker: WORKER, root, stateDirectory };
  const { isKilled, lines } = await runHost(moment === undefined ? task : { ...task, moment });
  const where = JSON.stringify(moment) ?? "no kill";
  expect(isKilled, where).toBe(moment !== undefined);
  for (const [call, { made }] of HOST_CALLS) {
    const own = { made, root: join(root, call), where: `${where}: ${call}` };
    // The worker has ended its work, so there is no temporary file either.
    const after = await treeOf(own.root);
    expect([TREE, made], own.where).toContainEqual(after);
    for (const line of lines) if ("call" in line && line.call === call) expectTrue(line.result, after, own);
    await expectUnblocked(backend, own.root, own.where);
  }
  return lines;
}

describe("a host that is killed", () => {
  it("leaves the old or the new files of each call at any message, and has reported only what happened", async () => {
    const found = (await killHost(undefined)).find((line) => "counts" in line);
    const counts = found !== undefined && "counts" in found ? found.counts : { host: 0, worker: 0 };
    expect(counts.host).toBeGreaterThan(3 * HOST_CALLS.length);
    expect(counts.worker).toBeGreaterThan(3 * HOST_CALLS.length);
    // A message that has been received changes nothing for the worker.
    const left = momentsOf(counts).filter(({ side, arrives }) => side === "host" || !arrives);
    const work = async () => {
      for (let moment = left.shift(); moment !== undefined; moment = left.shift()) await killHost(moment);
    };
    const works = Array.from({ length: CONCURRENT_HOSTS }, work);
    // After a failure of one as well: the other hosts and their workers still use the folder.
    onTestFinished(async () => {
      left.length = 0;
      await Promise.allSettled(works);
    });
    await Promise.all(works);
  }, 480_000);
});
