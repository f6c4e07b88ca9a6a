import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text as readAll } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommandLine } from "../../src/cli/run-command-line.js";
import { CODEX } from "./replay/transcripts.js";

let cwd: string;
beforeAll(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), "collet-replay-command-")));
  await writeFile(join(cwd, "a.jsonl"), CODEX);
  await writeFile(join(cwd, "b.json"), '{"name":"no transcript"}');
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

async function run(args: readonly string[], { isTTY = false, signal = new AbortController().signal } = {}) {
  const stream = () => Object.assign(new PassThrough(), { isTTY });
  const [stdin, stdout, stderr] = [stream(), stream(), stream()];
  const said = Promise.all([readAll(stdout), readAll(stderr)]);
  const exitCode = await runCommandLine(["replay", ...args], {
    ...{ stdin, stdout, stderr, cwd, signal },
    interrupt: () => {},
  });
  stdout.end();
  stderr.end();
  const [output, errors] = await said;
  return { exitCode, output, errors };
}

describe("collet replay", () => {
  it("prints the report of a folder", async () => {
    const { exitCode, output, errors } = await run(["."]);
    expect(output).toContain("codex (toolset codex)\n  calls      5, 5 resolve and validate (100.0 %)\n");
    expect(output).toMatch(/Slowest call: \w+, \d+\.\d ms \(a\.jsonl:\d\)/);
    expect(errors).toBe("");
    expect(exitCode).toBe(0);
  });

  it("prints the report as JSON with --json", async () => {
    const { output } = await run(["a.jsonl", "--json", "--toolset", "amp", "--trusted"]);
    expect(JSON.parse(output)).toMatchObject({
      files: 1,
      records: 6,
      formats: { codex: { toolset: "amp", calls: 5, verdicts: { allow: 1, ask: 2 } } },
    });
  });

  it("draws its progress on a terminal only and removes it at the end", async () => {
    const { errors } = await run(["."], { isTTY: true });
    expect(errors).toMatch(/^\r\[[# ]{30}\] \d+ %/);
    expect(errors).toMatch(/\r {38}\r$/);
  });

  it("fails for a file without calls and for a missing file", async () => {
    expect(await run(["b.json"])).toMatchObject({
      exitCode: 1,
      errors: "No calls of a known agent were found.\n",
    });
    await mkdir(join(cwd, "empty"));
    expect(await run(["empty"])).toMatchObject({
      exitCode: 1,
      errors: "The folder contains no files that end in .jsonl, .ndjson or .json.\n",
    });
    const missing = await run(["missing"]);
    expect(missing.exitCode).toBe(1);
    expect(missing.errors).toMatch(/no such file/);
  });

  it("ends at an interrupt", async () => {
    expect((await run(["."], { signal: AbortSignal.abort() })).exitCode).toBe(130);
  });
});
