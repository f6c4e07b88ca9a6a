import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BundledProgram, bundledProgram } from "../bundled-module.js";
import { RETURNED, THROWN } from "./hostile-values.js";

/**
 * The hostile functions of the program times the calls of a batch times the two forms of a value: direct and in a
 * promise.
 */
const RESULTS_OF_A_VALUE = 25 * 2 * 2;

/** Milliseconds; the program takes a few seconds on a busy machine. */
const LIMIT_MS = 120_000;

describe("a process with a hostile host", () => {
  let program: BundledProgram;
  beforeAll(async () => {
    program = await bundledProgram(join(import.meta.dirname, "hostile-program.ts"));
  }, LIMIT_MS);
  afterAll(() => program.dispose());

  const run = (...words: string[]) =>
    spawnSync(process.execPath, [program.file, ...words], { encoding: "utf8", timeout: LIMIT_MS });

  it(
    "ends with every result and without an unhandled rejection",
    () => {
      const values = Object.keys(THROWN).length + Object.keys(RETURNED).length;
      const { status, stderr, stdout } = run();
      expect(stderr).toBe("");
      expect(stdout).toBe(`${values * RESULTS_OF_A_VALUE} results\n`);
      expect(status).toBe(0);
    },
    LIMIT_MS,
  );

  it(
    "ends after an unhandled rejection (control)",
    () => {
      const { status, stderr } = run("control");
      expect(status).toBe(1);
      expect(stderr).toContain("a rejection that no code waits for");
    },
    LIMIT_MS,
  );
});
