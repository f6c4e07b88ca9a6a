import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ApprovalRequest } from "../../../../src/contract/index.js";
import { createToolRuntime } from "../../../../src/index.js";

const MAKEFILE = "lint:\n\t@touch linted\ntest:\n\t@touch tested; echo 'a.c:1:2: error: wrong'; false\n";

async function project(): Promise<string> {
  const cwd = await realpath(await mkdtemp(join(tmpdir(), "collet-check-")));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  await writeFile(join(cwd, "Makefile"), MAKEFILE);
  return cwd;
}

describe("Check of the amp toolset", () => {
  it("answers a report for programs and a text for the model", async () => {
    const cwd = await project();
    await using runtime = createToolRuntime({ cwd, permissions: "allow-all" });
    const result = await runtime.execute({ id: "1", name: "Check", input: {} });
    expect(result).toMatchObject({
      status: "done",
      result: {
        folder: cwd,
        passed: false,
        checks: [
          { name: "make lint", outcome: "passed" },
          {
            name: "make test",
            outcome: "failed",
            problems: [{ file: "a.c", line: 1, column: 2, message: "wrong" }],
          },
        ],
      },
    });
    const [part] = result.content;
    expect(part?.type === "text" && part.text).toMatch(
      /^Checks in .*: 1 failed, 1 passed\.[\s\S]*a\.c:1:2: error: wrong/,
    );
  });

  it("lets no rule about commands be gone around: what is denied is skipped, what is allowed is not asked about", async () => {
    const cwd = await project();
    const asked: ApprovalRequest[] = [];
    await using runtime = createToolRuntime({
      cwd,
      permissions: [
        { tool: "Check", verdict: "allow" },
        { command: "make test", verdict: "deny", reason: "Tests cost money" },
      ],
      onApproval: async (request) => {
        asked.push(request);
        return true;
      },
    });
    const result = await runtime.execute({ id: "1", name: "Check", input: {} });
    expect(result).toMatchObject({
      result: {
        checks: [
          { name: "make lint", outcome: "passed" },
          { name: "make test", outcome: "skipped" },
        ],
      },
    });
    expect(asked).toEqual([]);
    expect(await readdir(cwd)).toEqual(["Makefile", "linted"]);
  });

  it("judges the commands of a check in the folder where they run", async () => {
    const cwd = await project();
    await mkdir(join(cwd, "inner"));
    await writeFile(join(cwd, "inner/Makefile"), MAKEFILE);
    const asked: ApprovalRequest[] = [];
    await using runtime = createToolRuntime({
      cwd,
      onApproval: async (request) => {
        asked.push(request);
        return true;
      },
    });
    await runtime.execute({ id: "1", name: "Check", input: { cwd: join(cwd, "inner"), checks: ["lint"] } });
    expect(asked[1]?.facts).toMatchObject({ command: "make lint", cwd: join(cwd, "inner") });
    expect(await readdir(join(cwd, "inner"))).toEqual(["Makefile", "linted"]);
  });

  it("shows its commands to the approver, and asks about each", async () => {
    const cwd = await project();
    const asked: ApprovalRequest[] = [];
    await using runtime = createToolRuntime({
      cwd,
      onApproval: async (request) => {
        asked.push(request);
        return !JSON.stringify(request).includes('make lint"') || asked.length === 1;
      },
    });
    const result = await runtime.execute({ id: "1", name: "Check", input: { checks: ["lint"] } });
    expect(JSON.stringify(asked[0]?.preview)).toContain("make lint: make lint");
    expect(asked.length).toBe(2);
    expect(result).toMatchObject({ result: { checks: [{ outcome: "skipped" }] } });
    expect(await readdir(cwd)).toEqual(["Makefile"]);
  });

  it("cannot run where only reading is allowed", async () => {
    await using runtime = createToolRuntime({ cwd: await project(), permissions: "read-only" });
    const result = await runtime.execute({ id: "1", name: "Check", input: {} });
    expect(result.status).not.toBe("done");
  });
});
