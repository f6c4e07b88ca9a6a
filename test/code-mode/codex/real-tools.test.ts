import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codexCodeMode } from "../../../src/code-mode/index.js";
import { createToolRuntime } from "../../../src/index.js";
import { textOf } from "../program-host.js";
import { reportOf } from "./codex-host.js";

let cwd: string;
beforeAll(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), "collet-codex-programs-")));
  await writeFile(join(cwd, "a.txt"), "one\ntwo\n");
  await writeFile(join(cwd, "b.txt"), "three\n");
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

async function exec(code: string) {
  await using runtime = createToolRuntime({ cwd, toolset: "codex", permissions: "allow-all" });
  codexCodeMode(runtime);
  return await runtime.execute({ id: "1", name: "exec", input: { code } });
}

describe("programs in the form of Codex' models, on the tools of Codex", () => {
  it("read several files by commands at the same time", async () => {
    const result = await exec(`const results = await Promise.all(
      ["cat a.txt", "wc -l < b.txt"].map((cmd) => tools.exec_command({ cmd, yield_time_ms: 10000, max_output_tokens: 2000 })),
    );
    for (const { exit_code, output } of results) text(\`\${exit_code}: \${output.trim()}\`);`);
    expect(reportOf(result)).toBe("Script completed\nWall time\nOutput:\n0: one\ntwo\n0: 1");
  });

  it("apply a patch as text and read the result", async () => {
    const patch = "*** Begin Patch\n*** Update File: a.txt\n@@\n one\n-two\n+2\n*** End Patch";
    const result = await exec(`const patch = ${JSON.stringify(patch)};
      text(await tools.apply_patch(patch));
      text((await tools.exec_command({ cmd: "cat a.txt" })).output);`);
    expect(textOf(result)).toContain("M a.txt");
    expect(textOf(result)).toContain("one\n2");
    expect(await readFile(join(cwd, "a.txt"), "utf8")).toBe("one\n2\n");
  });

  it("catch the failure of a patch, and record a plan", async () => {
    const patch = "*** Begin Patch\n*** Delete File: missing.txt\n*** End Patch";
    const result =
      await exec(`try { await tools.apply_patch(${JSON.stringify(patch)}) } catch (error) { text(error.code) }
      text(await tools.update_plan({ plan: [{ step: "Look", status: "in_progress" }] }));`);
    expect(reportOf(result)).toBe("Script completed\nWall time\nOutput:\nnot-found\nPlan updated");
  });

  it("write to a process that is left running", async () => {
    const result =
      await exec(`const { session_id } = await tools.exec_command({ cmd: "cat", tty: true, yield_time_ms: 250 });
      const { output } = await tools.write_stdin({ session_id, chars: "hello\\n", yield_time_ms: 250 });
      text(output.trim());
      await tools.write_stdin({ session_id, chars: "\\u0003" });`);
    expect(textOf(result)).toContain("hello");
  });

  it("run commands while wait waits for them", async () => {
    await using runtime = createToolRuntime({ cwd, toolset: "codex", permissions: "allow-all" });
    codexCodeMode(runtime);
    const code = `yield_control();
      await new Promise((resolve) => setTimeout(resolve, 1));
      for (const word of ["x", "y"]) text((await tools.exec_command({ cmd: "echo " + word })).output.trim());`;
    const running = await runtime.execute({ id: "1", name: "exec", input: { code } });
    expect(running.result).toMatchObject({ status: "running", cell_id: "1" });
    const done = await runtime.execute({ id: "2", name: "wait", input: { cell_id: "1" } });
    expect(reportOf(done)).toBe("Script completed\nWall time\nOutput:\nx\ny");
  });
});
