import { describe, expect, it } from "vitest";
import { applyRecord, emptyView, type RunView } from "../../src/devtools/page/run-view.js";
import type { RunRecord } from "../../src/devtools/records/index.js";

/** Returns the records of a call from its start to its end. */
function callWith(
  key: string,
  { input, metadata, kind = "execute", run = 1 }: Readonly<Record<string, unknown>> & { run?: number },
): readonly RunRecord[] {
  const at = Number(key.split(".")[1]) * 10;
  return [
    {
      ...{ type: "call", run, call: key, at, id: key, toolName: "Bash", requestedName: "Bash" },
      ...{ kind: kind as "execute", input: JSON.stringify(input), repairCount: 0, conflicts: [] },
    },
    { type: "start", call: key, at: at + 1, timing: { queuedAt: at } },
    {
      ...{ type: "end", call: key, at: at + 5, status: "done", text: "", files: [] },
      ...(metadata !== undefined && { metadata: JSON.stringify(metadata) }),
    },
  ];
}

function viewOf(records: readonly RunRecord[]): RunView {
  const view = emptyView();
  for (const record of records) applyRecord(view, record);
  return view;
}

const session = (run: number, sessionId: string): RunRecord => ({
  type: "run",
  run,
  at: 1,
  sessionId,
  callCount: 1,
});

describe("the processes of a recording", () => {
  it("show a command while it runs, and then its exit code and time", () => {
    const [call, start, end] = callWith("1.1", { input: { cmd: "make" }, metadata: { exitCode: 2 } });
    const view = viewOf([call, start] as RunRecord[]);
    expect(view.processes.get("1.1")).toEqual({
      call: "1.1",
      command: "make",
      startedAt: 11,
      state: "running",
    });
    applyRecord(view, end as RunRecord);
    expect(view.processes.get("1.1")).toMatchObject({ state: "exited", exitCode: 2, endedAt: 15 });
  });

  it("show a background job as running until a call reports its end", () => {
    const view = viewOf(callWith("1.1", { input: { cmd: "serve" }, metadata: { jobId: "job-1" } }));
    expect(view.processes.get("1.1")).toMatchObject({ state: "running", jobId: "job-1" });
    const reads = (key: string, jobStatus: string, exitCode?: number) =>
      callWith(key, {
        kind: "read",
        input: { job_id: "job-1" },
        metadata: { jobId: "job-1", jobStatus, exitCode },
      });
    for (const record of reads("1.2", "running")) applyRecord(view, record);
    expect(view.processes.get("1.1")?.endedAt).toBeUndefined();
    for (const record of reads("1.3", "killed", 143)) applyRecord(view, record);
    expect(view.processes.get("1.1")).toMatchObject({ state: "killed", exitCode: 143, endedAt: 35 });
    for (const record of reads("1.4", "killed", 143)) applyRecord(view, record);
    expect(view.processes.get("1.1")?.endedAt).toBe(35);
    expect(view.processes.size).toBe(1);
  });

  it("tell jobs of the same id in two sessions apart", () => {
    const view = viewOf([
      session(1, "a"),
      ...callWith("1.1", { run: 1, input: { cmd: "one" }, metadata: { jobId: "job-1" } }),
      session(2, "b"),
      ...callWith("2.2", { run: 2, input: { cmd: "two" }, metadata: { jobId: "job-1" } }),
      ...callWith("1.3", {
        ...{ run: 1, kind: "read", input: {} },
        metadata: { jobId: "job-1", jobStatus: "exited", exitCode: 0 },
      }),
    ]);
    expect([...view.processes.values()].map(({ command, state }) => [command, state])).toEqual([
      ["one", "exited"],
      ["two", "running"],
    ]);
  });

  it("omit calls that start none, and read truncated metadata as none", () => {
    const view = viewOf([
      ...callWith("1.1", { kind: "read", input: { path: "a" }, metadata: { exitCode: 1 } }),
      ...callWith("1.2", { input: { argv: 1 } }),
    ]);
    expect(view.processes.size).toBe(0);
    const [call, start, end] = callWith("1.3", { input: { cmd: "make" } });
    const cut = { ...end, metadata: '{"exitCode": 1, "note": "x' } as RunRecord;
    expect(viewOf([call, start, cut] as RunRecord[]).processes.get("1.3")).toMatchObject({ state: "done" });
  });
});
