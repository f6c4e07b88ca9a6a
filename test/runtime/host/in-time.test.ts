import { describe, expect, it } from "vitest";
import { inTime } from "../../../src/runtime/host/in-time.js";
import { manualClock } from "../fixtures.js";

describe("a limited wait", () => {
  it("ends for a promise whose own `then` does nothing, whose rejection does not end the process", async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", note);
    try {
      const clock = manualClock();
      const work = Object.assign(Promise.reject(new Error("late")), {
        // biome-ignore lint/suspicious/noThenProperty: such a value is what is tested
        then: () => {},
      }) as unknown as Promise<string>;
      const waiting = inTime(work, { clock, limitMs: 1_000, what: "The schema of 'x'" });
      clock.advance(1_000);
      await expect(waiting).rejects.toMatchObject({ code: "timeout" });
      await new Promise((resolve) => setImmediate(resolve));
      expect(unhandled).toEqual([]);
    } finally {
      process.off("unhandledRejection", note);
    }
  });
});
