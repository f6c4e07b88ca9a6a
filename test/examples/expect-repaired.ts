import { expect } from "vitest";
import type { ExampleRun } from "./run-example.js";

/** Expects that the quickstart repaired its sample, reported that, and left no temporary files. */
export function expectRepaired({ exitCode, stdout, stderr, leftBehind }: ExampleRun): void {
  expect(stderr).toBe("");
  expect(stdout).toContain("+    minutes += Number(amount) * MINUTES[unit];");
  expect(stdout).toContain("Tests of the sample: passed");
  expect(exitCode).toBe(0);
  expect(leftBehind).toEqual([]);
}
