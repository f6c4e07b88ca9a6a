import { describe, expect, it } from "vitest";
import { briefCall, briefCalls, excuseDuration } from "../../../src/backends/local/brief-call.js";
import { openProcessorWaits } from "../../../src/backends/local/processor-waits.js";

/** Reports where a call was made, on a clock that the call advances; a part of its time may be a wait for a processor. */
function caller(start: number, { measuresWaits = false } = {}) {
  let [time, waited, open, reads] = [start, 0, 0, 0];
  const openWaits = () => {
    if (!measuresWaits) return undefined;
    open += 1;
    return {
      read: () => {
        reads += 1;
        return waited;
      },
      close: () => {
        open -= 1;
      },
    };
  };
  return {
    pass: (ms: number) => {
      time += ms;
    },
    measurements: () => open,
    reads: () => reads,
    call: (durationMs = 0, waitMs = 0) =>
      briefCall(
        () => {
          time += durationMs;
          waited += waitMs;
          return "at once";
        },
        async () => "in the pool",
        { now: () => time, openWaits },
      ),
  };
}

describe("briefCall", () => {
  it("makes calls synchronously while they are fast", async () => {
    const { call } = caller(0);
    expect([await call(), await call(4), await call()]).toEqual(["at once", "at once", "at once"]);
  });

  it("sends the calls of a minute to the pool after a slow one, and then tries again", async () => {
    const { call, pass } = caller(1_000_000);
    expect(await call(20)).toBe("at once");
    expect(await call()).toBe("in the pool");
    pass(59_000);
    expect(await call()).toBe("in the pool");
    pass(2_000);
    expect(await call()).toBe("at once");
  });

  it("counts the time of a call that fails, and rejects with its error", async () => {
    let time = 2_000_000;
    const failing = () => {
      time += 20;
      throw new Error("EIO");
    };
    const inPool = async () => "in the pool";
    const clock = { now: () => time, openWaits: () => undefined };
    await expect(briefCall(failing, inPool, clock)).rejects.toThrow("EIO");
    expect(await briefCall(failing, inPool, clock)).toBe("in the pool");
  });

  it("does not count the duration of a call that has another reason to be long", async () => {
    let time = 2_500_000;
    const clock = { now: () => time, openWaits: () => undefined };
    const call = (isExcused: boolean) =>
      briefCalls(() => {
        time += 20;
        if (isExcused) excuseDuration();
        return "at once";
      }, clock);
    expect([call(true), call(true)]).toEqual(["at once", "at once"]);
    // Only that call: the next long one counts.
    expect([call(false), call(false)]).toEqual(["at once", undefined]);
    time += 61_000;
  });

  it("does not count the time in which a long call waited for a processor", async () => {
    const { call, measurements, reads } = caller(3_000_000, { measuresWaits: true });
    await call();
    expect([measurements(), reads()]).toEqual([0, 0]);
    // The first long call only starts the measurement.
    expect(await call(20, 20)).toBe("at once");
    for (let index = 0; index < 50; index += 1) expect(await call(20, 18)).toBe("at once");
    expect(measurements()).toBe(1);
    // Ends after a thousand calls without a long one.
    for (let index = 0; index < 1_000; index += 1) await call(1);
    expect(measurements()).toBe(0);
    const before = reads();
    await call(1);
    expect(reads()).toBe(before);
  });

  it("sends calls to the pool after the second of two that the volume made slow, and then after each", async () => {
    const { call, pass } = caller(4_000_000, { measuresWaits: true });
    expect(await call(20)).toBe("at once");
    expect(await call(20, 10)).toBe("at once");
    expect(await call()).toBe("in the pool");
    for (let period = 0; period < 3; period += 1) {
      pass(61_000);
      expect(await call(20)).toBe("at once");
      expect(await call()).toBe("in the pool");
    }
    pass(61_000);
    for (let index = 0; index < 1_000; index += 1) await call();
  });
});

it.runIf(process.platform === "linux")(
  "openProcessorWaits measures the time in which the thread runs",
  () => {
    const waits = openProcessorWaits();
    const first = waits?.read() ?? -1;
    const until = performance.now() + 20;
    while (performance.now() < until) waits?.read();
    const second = waits?.read() ?? -1;
    expect(first).toBeGreaterThanOrEqual(0);
    // The thread ran all the time; the kernel updates its account at least every 10 ms.
    expect(second - first).toBeGreaterThan(5);
    waits?.close();
  },
);
