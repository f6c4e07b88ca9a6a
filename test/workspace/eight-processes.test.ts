import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const PROCESSES = 8;
const LIBRARY = resolve(import.meta.dirname, "../../dist/index.js");

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "collet-eight-"));
});

/** One file with an item for each edit of each process. */
function writeItems(edits: number): void {
  const lines = Array.from({ length: PROCESSES * edits }, (_, index) =>
    lineOf(index % PROCESSES, Math.floor(index / PROCESSES), "open"),
  );
  writeFileSync(join(folder, "list.txt"), `${lines.join("\n")}\n`);
}
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function lineOf(worker: number, edit: number, state: string): string {
  return `worker ${worker}, item ${edit}: ${state};`;
}

/** A process that closes its items one by one and prints each number once its edit is done. It ends with its parent. */
function startWorker(worker: number, edits: number) {
  const program = `
    import { writeSync } from "node:fs";
    import { createToolRuntime } from ${JSON.stringify(LIBRARY)};
    process.stdin.on("end", () => process.exit(1)).resume();
    const runtime = createToolRuntime({ cwd: ${JSON.stringify(folder)}, permissions: "allow-all" });
    for (let edit = 0; edit < ${edits}; edit += 1) {
      const line = "worker ${worker}, item " + edit + ": ";
      const result = await runtime.execute({
        id: String(edit),
        name: "edit_file",
        input: { path: "list.txt", old_str: line + "open;", new_str: line + "closed;" },
      });
      if (result.status !== "done") throw new Error(result.error.message);
      writeSync(1, edit + "\\n");
    }
    process.exit(0);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  let output = "";
  let errors = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (errors += chunk));
  const ended = new Promise<{ done: number; signal: string | null; errors: string }>((resolveEnd) =>
    child.on("close", (_code, signal) => resolveEnd({ done: output.split("\n").length - 1, signal, errors })),
  );
  return { child, ended, progress: () => output.split("\n").length - 1 };
}

function closedItems(edits: number): Set<string> {
  const text = readFileSync(join(folder, "list.txt"), "utf8");
  expect(text.split("\n")).toHaveLength(PROCESSES * edits + 1);
  return new Set(
    [...text.matchAll(/^worker (\d+), item (\d+): closed;$/gm)].map(
      ([, worker, edit]) => `${worker}/${edit}`,
    ),
  );
}

describe("eight processes that edit one file", () => {
  it("lose no edit of 200 each", async () => {
    const edits = 200;
    writeItems(edits);
    const workers = Array.from({ length: PROCESSES }, (_, worker) => startWorker(worker, edits));
    const ends = await Promise.all(workers.map(({ ended }) => ended));
    expect(ends.map(({ done, errors }) => [done, errors])).toEqual(ends.map(() => [edits, ""]));
    expect(closedItems(edits).size).toBe(PROCESSES * edits);
    expect(readdirSync(folder)).toEqual(["list.txt"]);
  }, 120_000);

  it("lose none when one of them is killed in the middle", async () => {
    const edits = 60;
    writeItems(edits);
    const workers = Array.from({ length: PROCESSES }, (_, worker) => startWorker(worker, edits));
    const victim = workers[0] as (typeof workers)[number];
    victim.child.stdout.on("data", () => {
      if (victim.progress() >= edits / 4) victim.child.kill("SIGKILL");
    });
    const [killed, ...others] = await Promise.all(workers.map(({ ended }) => ended));
    expect(killed?.signal).toBe("SIGKILL");
    expect(others.map(({ done, errors }) => [done, errors])).toEqual(others.map(() => [edits, ""]));
    const closed = closedItems(edits);
    for (let edit = 0; edit < (killed?.done ?? 0); edit += 1) expect(closed).toContain(`0/${edit}`);
    expect([...closed].filter((item) => !item.startsWith("0/"))).toHaveLength((PROCESSES - 1) * edits);
  }, 120_000);
});
