import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createToolRuntime, type PermissionRule } from "../../../src/index.js";

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "collet-withheld-")));
  await mkdir(join(folder, "private"));
  await writeFile(join(folder, "open.txt"), "needle\n");
  await writeFile(join(folder, "private/plan.txt"), "needle\n");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Returns the matches of Grep under some rules, with every question approved. */
async function found(rules: readonly PermissionRule[], input: object = {}) {
  let questions = 0;
  await using runtime = createToolRuntime({
    cwd: folder,
    permissions: { rules },
    onApproval: () => {
      questions += 1;
      return true;
    },
  });
  const call = { id: "1", name: "Grep", input: { pattern: "needle", ...input } };
  const result = await runtime.execute(call);
  const lines = result.status === "done" ? (result.result as readonly string[]) : result.error.errorCode;
  return { lines, questions };
}

const BOTH = ["open.txt:1: needle", "private/plan.txt:1: needle"];

describe("a search of a folder with files that a path rule covers", () => {
  it.each<[string, readonly PermissionRule[], readonly string[]]>([
    ["shows all files without a path rule", [], BOTH],
    ["excludes denied files", [{ path: "private/**", verdict: "deny" }], ["open.txt:1: needle"]],
    [
      "excludes files that a rule asks about",
      [{ path: "private/**", verdict: "ask" }],
      ["open.txt:1: needle"],
    ],
    [
      "shows files that are denied to another tool",
      [{ tool: "Read", path: "private/**", verdict: "deny" }],
      BOTH,
    ],
    [
      "excludes files that are denied to an alias",
      [{ tool: "grep", path: "private/**", verdict: "deny" }],
      ["open.txt:1: needle"],
    ],
    [
      "shows files that a later rule allows",
      [
        { path: "private/**", verdict: "ask" },
        { path: "private/plan.txt", verdict: "allow" },
      ],
      BOTH,
    ],
  ])("%s", async (_, rules, lines) => {
    expect(await found(rules)).toEqual({ lines, questions: 0 });
  });

  it("shows asked files after an approval", async () => {
    const rules: PermissionRule[] = [{ path: "private/**", verdict: "ask" }];
    expect(await found(rules, { path: "private/plan.txt" })).toEqual({
      lines: ["private/plan.txt:1: needle"],
      questions: 1,
    });
  });

  it("refuses a path that is denied by name", async () => {
    const rules: PermissionRule[] = [{ path: "private/**", verdict: "deny" }];
    expect(await found(rules, { path: "private/plan.txt" })).toEqual({
      lines: "permission-denied",
      questions: 0,
    });
  });
});
