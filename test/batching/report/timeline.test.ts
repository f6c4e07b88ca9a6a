import { describe, expect, it } from "vitest";
import {
  createScheduler,
  fileKey,
  renderGantt,
  type TimelineEntry,
  timelineToTrace,
} from "../../../src/batching/index.js";
import { HandSettled, settled } from "../hand-settled.js";

const entries: TimelineEntry[] = [
  {
    id: "1",
    name: "read a",
    run: "main",
    queuedAt: 100,
    readyAt: 100,
    startedAt: 100,
    endedAt: 120,
    outcome: "done",
  },
  {
    id: "2",
    name: "edit a",
    run: "main",
    queuedAt: 100,
    readyAt: 120,
    preparedAt: 150,
    startedAt: 160,
    endedAt: 200,
    outcome: "rejected",
  },
  { id: "3", name: "bash", run: "agent", within: "2", queuedAt: 110, endedAt: 140, outcome: "cancelled" },
];

describe("timelineToTrace", () => {
  it("returns queue, approval and run spans in microseconds, a process for each run and a row for each task", () => {
    const { traceEvents, displayTimeUnit } = timelineToTrace(entries);
    expect(displayTimeUnit).toBe("ms");
    const spans = traceEvents
      .filter(({ ph }) => ph === "X")
      .map(({ name, cat, ts, dur, pid, tid }) => [name, cat, ts, dur, pid, tid]);
    expect(spans).toEqual([
      ["read a", "run", 100_000, 20_000, 1, 1],
      ["queue", "queue", 100_000, 20_000, 1, 2],
      ["approval", "approval", 120_000, 30_000, 1, 2],
      ["slot", "queue", 150_000, 10_000, 1, 2],
      ["edit a", "run", 160_000, 40_000, 1, 2],
      ["queue", "queue", 110_000, 30_000, 2, 1],
    ]);
    const names = traceEvents
      .filter(({ name }) => name.endsWith("_name"))
      .map(({ name, pid, tid, args }) => [name, pid, tid, args.name]);
    expect(names).toEqual([
      ["process_name", 1, 0, "main"],
      ["thread_name", 1, 1, "read a"],
      ["thread_name", 1, 2, "edit a"],
      ["process_name", 2, 0, "agent"],
      ["thread_name", 2, 1, "bash"],
    ]);
    expect(traceEvents.at(-1)?.args).toEqual({ id: "3", outcome: "cancelled", within: "2" });
  });

  it("returns plain JSON in the trace format: complete events with numbers, metadata with a name", () => {
    const events = JSON.parse(JSON.stringify(timelineToTrace(entries))).traceEvents as Record<
      string,
      unknown
    >[];
    for (const event of events) {
      expect(event).toMatchObject({
        name: expect.any(String),
        pid: expect.any(Number),
        tid: expect.any(Number),
      });
      if (event.ph === "X") expect(event).toMatchObject({ ts: expect.any(Number), dur: expect.any(Number) });
      else expect(event.ph).toBe("M");
    }
  });

  it("never lets spans of one row overlap, for what the scheduler reports", async () => {
    let time = 0;
    const reported: TimelineEntry[] = [];
    const scheduler = createScheduler({
      max: 2,
      clock: { now: () => time++ },
      onTaskEnd: (entry) => reported.push(entry),
    });
    const run = scheduler.openRun();
    const ends = Array.from({ length: 8 }, () => new HandSettled());
    for (const [id, end] of ends.entries()) {
      run.submit({
        id: `${id}`,
        profile: { keys: [fileKey(`/${id % 3}`, id % 2 === 0 ? "write" : "read")] },
        ...(id % 4 === 0 && { prepare: async () => undefined }),
        run: () => end.promise,
      });
    }
    for (const end of ends) {
      end.resolve();
      await settled();
    }
    expect(reported).toHaveLength(8);
    const rows = new Map<number, number>();
    for (const { ph, tid, ts = 0, dur = 0 } of timelineToTrace(reported).traceEvents) {
      if (ph !== "X") continue;
      expect(ts).toBeGreaterThanOrEqual(rows.get(tid) ?? 0);
      rows.set(tid, ts + dur);
    }
  });
});

describe("renderGantt", () => {
  it("draws one line for each task", () => {
    expect(renderGantt(entries, { width: 20 })).toBe(
      [
        "0 to 100 ms  (. waits for calls  ? for an answer  - for a slot  # runs)",
        "read a  |####                | 20 ms",
        "edit a  |....??????--########| 100 ms, rejected",
        "bash    |  ......            | 30 ms, cancelled",
      ].join("\n"),
    );
  });

  it("shows every run, even a short one, and accepts a duration of zero", () => {
    const short = {
      ...entries[0],
      queuedAt: 200,
      readyAt: 200,
      startedAt: 200,
      endedAt: 200,
    } as TimelineEntry;
    expect(
      renderGantt([...entries, short], { width: 10 })
        .split("\n")
        .at(-1),
    ).toBe("read a  |         #| 0 ms");
    expect(renderGantt([short], { width: 3 }).split("\n")[1]).toBe("read a  |#  | 0 ms");
    expect(renderGantt([])).toBe("no tasks");
  });

  it("lets no name change the layout or the terminal", () => {
    const evil = { ...entries[0], name: `a\nb\u001b[31m${"long ".repeat(20)}` } as TimelineEntry;
    const lines = renderGantt([evil], { width: 5 }).split("\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toBe("a b [31mlong long long …  |#####| 20 ms");
  });

  it.each([0, -3, 1.5, Number.NaN])("refuses the width %s", (width) => {
    expect(() => renderGantt(entries, { width })).toThrow(
      `width must be a positive integer of columns, but it is ${width}.`,
    );
  });
});
