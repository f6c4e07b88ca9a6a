import { spawnSync } from "node:child_process";
import { describe, it } from "vitest";
import { runExample } from "./run-example.js";

const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;
const title = hasRedis ? "examples/fleet" : "examples/fleet [skipped: redis-server is not installed]";

describe.skipIf(!hasRedis).concurrent(title, () => {
  it("completes all calls although a worker is killed, and shows which worker ran each call", async ({
    expect,
  }) => {
    const { stdout, stderr, exitCode, leftBehind } = await runExample("fleet/main.js");
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toMatch(/^edit 0 +\| *1+/m);
    expect(stdout).toMatch(/^look 23 +\| *2+/m);
    expect(stdout).toContain("^ worker-1 is killed, worker-2 takes over");
    expect(stdout).toMatch(
      /48 calls, 48 results, \d+ reported as lost; \d+ edits made again; 24 of 24 items done/,
    );
    expect(leftBehind).toEqual([]);
  }, 60_000);
});

describe.concurrent("examples/fleet without redis-server", () => {
  it("names the program to install", async ({ expect }) => {
    const { stdout, exitCode } = await runExample("fleet/main.js", { environment: { PATH: "/nowhere" } });
    expect(stdout).toContain("apt-get install redis-server");
    expect(exitCode).toBe(0);
  });
});
