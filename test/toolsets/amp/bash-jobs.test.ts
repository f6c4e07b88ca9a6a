import { readFileSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  createToolRuntime,
  type ToolResult,
  type ToolRuntime,
  type ToolSession,
} from "../../../src/index.js";
import { MAX_RUNNING_JOBS } from "../../../src/tools/index.js";
import { sleepMark, survivors } from "../../backends/local/shell/survivors.js";
import { createWorkbench } from "../../tools/workbench.js";
import { bash } from "./amp-tools.js";

interface Bench {
  readonly runtime: ToolRuntime;
  readonly folder: string;
  call(name: string, input: object, session?: ToolSession): Promise<ToolResult>;
  /** Starts a job and gives its id. */
  start(cmd: string, session?: ToolSession): Promise<string>;
}

async function createBench(): Promise<Bench> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "collet-jobs-")));
  const runtime = createToolRuntime({ cwd: folder, permissions: "allow-all" }) as unknown as ToolRuntime;
  onTestFinished(async () => {
    await runtime[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });
  let count = 0;
  const call: Bench["call"] = (name, input, session) => {
    count += 1;
    return runtime.execute({ id: `${count}`, name, input }, session === undefined ? {} : { session });
  };
  return {
    runtime,
    folder,
    call,
    async start(cmd, session) {
      const started = await call("Bash", { cmd, background: true }, session);
      return /<job_id>(.*)<\/job_id>/.exec(textOf(started))?.[1] ?? `no job: ${textOf(started)}`;
    },
  };
}

function textOf({ content }: ToolResult): string {
  return content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

describe("a background job", () => {
  it("starts a job at once, reads its output in parts, and waits for its end", async () => {
    const { call, folder } = await createBench();
    const cmd = "echo one; while [ ! -e go ]; do sleep 0.02; done; echo two; exit 5";
    const started = await call("Bash", { cmd, background: true });
    expect(textOf(started)).toMatch(
      new RegExp(
        `^<command>.*</command>\n<working_directory>${folder}</working_directory>\n<job_id>job-\\d+</job_id>\n<status>running</status>$`,
      ),
    );
    const job_id = String(started.metadata?.jobId);
    const first = await call("wait_for_job", { job_id, timeout: 300 });
    expect(textOf(first)).toBe(
      `<job_id>${job_id}</job_id>\n<status>running</status>\n<output>one\n</output>`,
    );
    expect(textOf(await call("read_job", { job_id }))).toContain("<output></output>");
    await call("Bash", { cmd: "touch go" });
    expect(textOf(await call("wait_for_job", { job_id }))).toBe(
      `<job_id>${job_id}</job_id>\n<status>exited</status>\n<output>two\n</output>\n<exit_code>5</exit_code>`,
    );
    expect(textOf(await call("read_job", { job_id }))).toContain(
      "<output></output>\n<exit_code>5</exit_code>",
    );
  });

  it("lists a job with its outcome", async () => {
    const { call, start } = await createBench();
    expect(textOf(await call("list_jobs", {}))).toBe("No background jobs.");
    const ended = await start("exit 3");
    await call("wait_for_job", { job_id: ended });
    const running = await start("sleep 300");
    expect((await call("list_jobs", {})).result).toMatchObject([
      { job_id: ended, command: "exit 3", status: "exited", exit_code: 3 },
      { job_id: running, command: "sleep 300", status: "running" },
    ]);
  });

  it("kills a job with all its processes, and keeps its last output", async () => {
    const { call, start } = await createBench();
    const mark = sleepMark();
    const job_id = await start(
      `echo last; setsid sleep ${mark} >/dev/null 2>&1 & trap '' TERM; sleep ${mark}`,
    );
    await expect.poll(() => survivors(`sleep ${mark}`).length).toBeGreaterThanOrEqual(2);
    const killed = textOf(await call("kill_job", { job_id }));
    expect(killed).toContain("<status>killed</status>\n<output>last\n</output>");
    expect(survivors(mark)).toEqual([]);
    expect(textOf(await call("kill_job", { job_id }))).toContain(
      "<status>killed</status>\n<output></output>",
    );
  });

  it("does not keep other calls waiting, and other calls do not end it", async () => {
    const { call, start } = await createBench();
    const job_id = await start("sleep 300");
    expect((await call("Bash", { cmd: "echo free" })).status).toBe("done");
    expect(textOf(await call("read_job", { job_id }))).toContain("<status>running</status>");
  });

  it("answers under the names and parameters of other agents", async () => {
    const { call } = await createBench();
    const started = await call("Bash", { command: "sleep 300", run_in_background: true });
    const bash_id = String(started.metadata?.jobId);
    expect(textOf(await call("BashOutput", { bash_id }))).toContain("<status>running</status>");
    expect(textOf(await call("KillShell", { shell_id: bash_id }))).toContain("<status>killed</status>");
  });

  it("keeps the whole of an output of which a reading shows the end", async () => {
    const { call, start } = await createBench();
    const job_id = await start("seq 20000");
    const text = textOf(await call("wait_for_job", { job_id }));
    const saved = /The full output is in (\S+):/.exec(text)?.[1] ?? "";
    expect(readFileSync(saved, "utf8").split("\n")).toHaveLength(20_001);
    expect(text).toContain("20000\n</output>");
  });

  it("runs in the folder of a leading cd, and a command that cannot be started is not a job", async () => {
    const { call, folder } = await createBench();
    await call("Bash", { cmd: "mkdir sub" });
    const started = await call("Bash", { cmd: "cd sub && pwd", background: true });
    expect(textOf(started)).toContain(`<working_directory>${folder}/sub</working_directory>`);
    const failed = await call("Bash", { cmd: "cd missing && pwd", background: true });
    expect(failed.error?.errorCode).toBe("not-found");
    const tooLong = await call("Bash", { cmd: `echo ${"a".repeat(200_000)}`, background: true });
    expect(tooLong.error?.errorCode).toBe("spawn-failed");
    expect((await call("list_jobs", {})).result).toHaveLength(1);
  });
});

describe("background jobs, owned", () => {
  it("hides the jobs of one session from another", async () => {
    const { call, start, runtime } = await createBench();
    const other = runtime.session();
    const job_id = await start("sleep 300");
    const refused = await call("read_job", { job_id }, other);
    expect(refused.error).toMatchObject({
      errorCode: "unknown-job",
      message: expect.stringContaining("this session has no background jobs"),
    });
    await start("sleep 300", other);
    const named = await call("kill_job", { job_id }, other);
    expect(named.error?.message).toMatch(/must be one of: job-\d+\.$/);
    expect(textOf(await call("read_job", { job_id }))).toContain("<status>running</status>");
  });

  it("end with their session, and with that of the agent they work for", async () => {
    const { start, runtime, call } = await createBench();
    const [mine, others] = [sleepMark(), sleepMark()];
    const parent = runtime.session();
    const child = runtime.session({ parent });
    await start(`setsid sleep ${mine} & sleep ${mine}`, parent);
    await start(`sleep ${mine}`, child);
    await start(`sleep ${others}`);
    await expect.poll(() => survivors(`sleep ${mine}`).length).toBeGreaterThanOrEqual(3);
    await parent[Symbol.asyncDispose]();
    expect(survivors(mine)).toEqual([]);
    expect(survivors(others).length).toBeGreaterThan(0);
    const late = await call("Bash", { cmd: "touch late", background: true }, parent);
    expect(late.error?.errorCode).toBe("runtime-disposed");
  });

  it("end with the runtime, even while a call waits for them", async () => {
    const { start, runtime, call } = await createBench();
    const mark = sleepMark();
    const job_id = await start(`sleep ${mark}`, runtime.session());
    const own = await start(`sleep ${mark}`);
    const waiting = call("wait_for_job", { job_id: own });
    await runtime[Symbol.asyncDispose]();
    expect(survivors(mark)).toEqual([]);
    expect((await waiting).status).toBe("cancelled");
    expect(job_id).not.toBe(own);
  });

  it("do not outlive the call that starts them when it is cancelled in the middle", async () => {
    const { runtime } = await createBench();
    for (const delayMs of [0, 1, 2, 4, 8]) {
      const mark = sleepMark();
      const { status } = await runtime.execute(
        { id: `start ${delayMs}`, name: "Bash", input: { cmd: `sleep ${mark}`, background: true } },
        { signal: delayMs === 0 ? AbortSignal.abort() : AbortSignal.timeout(delayMs) },
      );
      expect(["done", "cancelled"]).toContain(status);
      if (status === "cancelled") await expect.poll(() => survivors(mark)).toEqual([]);
    }
  });

  it("bounds the number of jobs", async () => {
    const { start, call } = await createBench();
    const ids: string[] = [];
    for (let count = 0; count < MAX_RUNNING_JOBS; count += 1) ids.push(await start("sleep 300"));
    const refused = await call("Bash", { cmd: "sleep 300", background: true });
    expect(refused.error).toMatchObject({ errorCode: "too-many-jobs" });
    expect(refused.error?.message).toContain(ids[0]);
    await call("kill_job", { job_id: ids[0] ?? "" });
    expect(await start("sleep 300")).toMatch(/^job-/);
  });

  it("refuses jobs in a session that is never disposed of", async () => {
    const bench = await createWorkbench();
    expect((await bench.callFailure(bash, { cmd: "sleep 300", background: true })).code).toBe(
      "not-supported",
    );
  });

  it("asks before starting a job as for any command, but not before reading one", async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "collet-jobs-")));
    await using runtime = createToolRuntime({ cwd: folder, onApproval: () => false });
    const asked = await runtime.execute({
      id: "1",
      name: "Bash",
      input: { cmd: "node x.js", background: true },
    });
    expect(asked.status).toBe("rejected-by-user");
    expect((await runtime.execute({ id: "2", name: "list_jobs", input: {} })).status).toBe("done");
    await rm(folder, { recursive: true });
  });
});
