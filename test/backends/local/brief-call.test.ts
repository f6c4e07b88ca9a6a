import { describe, expect, it } from "vitest";
import { briefCall } from "../../../src/backends/local/brief-call.js";

/** Reports where a call was made, on a clock that the call advances. */
function caller(start: number) {
  let time = start;
  return {
    pass: (ms: number) => {
      time += ms;
    },
    call: (durationMs = 0) =>
      briefCall(
        () => {
          time += durationMs;
          return "at once";
        },
        async () => "in the pool",
        () => time,
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
    await expect(briefCall(failing, inPool, () => time)).rejects.toThrow("EIO");
    expect(await briefCall(failing, inPool, () => time)).toBe("in the pool");
  });
});
