import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BundledProgram, bundledProgram } from "../bundled-module.js";

const folders: string[] = [];
let program: BundledProgram;

beforeAll(async () => {
  program = await bundledProgram(resolve(import.meta.dirname, "killed-program.ts"));
});

afterAll(() => {
  program.dispose();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function run(folder: string, ...how: string[]) {
  return spawnSync(process.execPath, [program.file, folder, ...how], {
    encoding: "utf8",
    env: { ...process.env, CODE_WORKER: resolve(import.meta.dirname, "../../dist/code-worker.js") },
  });
}

function steps(folder: string): string[] {
  return readFileSync(join(folder, "steps.txt"), "utf8").trim().split("\n").sort();
}

describe("a program whose process is killed", () => {
  it.each(
    ["1", "2", "3", "4"].flatMap((call) => [
      [call, "before"],
      [call, "after"],
    ]),
  )(
    "a program that is killed at its call %s, %s the effect, continues without making any call twice",
    (call, when) => {
      const folder = mkdtempSync(join(tmpdir(), "collet-killed-"));
      folders.push(folder);
      expect(run(folder, call, when).signal).toBe("SIGKILL");
      const again = run(folder);
      expect(again.stderr).toBe("");
      const value = JSON.parse(again.stdout) as unknown[];
      const done = steps(folder);
      expect(done).toEqual([...new Set(done)]);
      // A call that had started has an unknown effect: the program is told, and decides. All others have their values.
      expect(
        value.map((each, index) => (each === "interrupted" ? "interrupted" : Number(each) / 10 - index)),
      ).toEqual(value.map((each) => (each === "interrupted" ? "interrupted" : 1)));
      expect(value[Number(call) - 1]).toBe("interrupted");
      expect(value.filter((each) => each !== "interrupted").length).toBeGreaterThanOrEqual(2);
      expect(readdirSync(join(folder, "programs"))).toEqual([]);
    },
  );
});
