import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localBackend } from "../../../src/backends/local/index.js";
import { createWorkspace, isTemporaryName } from "../../../src/workspace/index.js";
import { bundleWorker, startWorker } from "../bundled-worker.js";
import type { WorkerTask } from "../change-worker.js";
import { newSession } from "../workspace-fixture.js";

const PROCESSES = 8;
const EDITS = 200;

let folder: string;
let bundle: string;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "collet-test-")));
  bundle = await bundleWorker();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function place() {
  const root = await mkdtemp(join(folder, "root-"));
  const stateDirectory = await mkdtemp(join(folder, "state-"));
  return { root, stateDirectory };
}

/** The lines of one process, distributed over the file so that neighbours belong to others. */
function linesOf(index: number): number[] {
  return Array.from({ length: EDITS }, (_, edit) => edit * PROCESSES + index);
}

function filesAt({ root, stateDirectory }: Pick<WorkerTask, "root" | "stateDirectory">) {
  return createWorkspace({ backend: localBackend({ stateDirectory }), roots: [root] }).files({
    session: newSession(root),
    approvedPaths: new Set(),
    signal: new AbortController().signal,
    onChange: () => {},
  });
}

describe("eight processes that change one file, each 200 times", () => {
  it("loses no change of eight processes, and none of them fails", async () => {
    const at = await place();
    await writeFile(join(at.root, "a.txt"), "0\n".repeat(PROCESSES * EDITS));
    const workers = Array.from({ length: PROCESSES }, (_, index) =>
      startWorker(bundle, {
        ...at,
        type: "edits",
        file: "a.txt",
        lines: linesOf(index),
      } satisfies WorkerTask),
    );
    const outcomes = await Promise.all(workers.map(({ outcome }) => outcome));
    expect(outcomes.map(({ exitCode }) => exitCode)).toEqual(Array(PROCESSES).fill(0));
    expect(await readFile(join(at.root, "a.txt"), "utf8")).toBe("1\n".repeat(PROCESSES * EDITS));
    expect(await readdir(at.root)).toEqual(["a.txt"]);
  }, 60_000);

  it("loses nothing when one of eight processes is killed in the middle", async () => {
    const at = await place();
    await writeFile(join(at.root, "a.txt"), "0\n".repeat(PROCESSES * EDITS));
    const workers = Array.from({ length: PROCESSES }, (_, index) =>
      startWorker(bundle, {
        ...at,
        type: "edits",
        file: "a.txt",
        lines: linesOf(index),
      } satisfies WorkerTask),
    );
    const [victim, ...others] = workers;
    await victim?.firstLine;
    victim?.child.kill("SIGKILL");
    const killed = await victim?.outcome;
    const outcomes = await Promise.all(others.map(({ outcome }) => outcome));
    expect(killed?.signal).toBe("SIGKILL");
    expect(outcomes.map(({ exitCode }) => exitCode)).toEqual(Array(PROCESSES - 1).fill(0));
    const counts = (await readFile(join(at.root, "a.txt"), "utf8")).split("\n");
    for (let index = 1; index < PROCESSES; index += 1) {
      expect(linesOf(index).filter((line) => counts[line] !== "1")).toEqual([]);
    }
    // Its finished edits stay; one more edit may be done that it did not report.
    const finished = (killed?.output ?? "")
      .split("\n")
      .filter((line) => line !== "")
      .map(Number);
    const there = linesOf(0).filter((line) => counts[line] === "1");
    expect(finished.length).toBeGreaterThan(0);
    expect(there.length).toBeLessThan(EDITS);
    expect(there.slice(0, finished.length)).toEqual(finished);
    expect(there.length - finished.length).toBeLessThanOrEqual(1);
    // And the next change removes its leftovers.
    expect((await readdir(at.root)).every((name) => name === "a.txt" || isTemporaryName(name))).toBe(true);
    await filesAt(at).updateText("a.txt", ({ text }) => ({ text: `${text}more\n` }));
    expect(await readdir(at.root)).toEqual(["a.txt"]);
  }, 60_000);
});
