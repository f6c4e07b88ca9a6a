import { describe, expect, it } from "vitest";
import {
  createYield,
  hexadecimal,
  isRecord,
  MAX_TIMER_DELAY_MS,
  sha256Hex,
  systemClock,
  yieldToEventLoop,
} from "../../src/values/index.js";

describe("isRecord", () => {
  it.each([[{}], [{ a: 1 }], [Object.create(null)], [new Map()]])("accepts the object %j", (value) => {
    expect(isRecord(value)).toBe(true);
  });

  it.each([[null], [undefined], [[]], ["text"], [1], [() => 1]])("refuses %j", (value) => {
    expect(isRecord(value)).toBe(false);
  });
});

describe("sha256Hex", () => {
  // FIPS 180-2, appendix B.1, and the digest of no bytes.
  it.each([
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ])("returns the published digest of %j", async (text, digest) => {
    expect(await sha256Hex(text)).toBe(digest);
    expect(await sha256Hex(new TextEncoder().encode(text))).toBe(digest);
  });
});

describe("hexadecimal", () => {
  it("writes two digits for each byte", () => {
    expect(hexadecimal(new Uint8Array([0, 15, 16, 255]))).toBe("000f10ff");
  });
});

describe("createYield", () => {
  it("lets a timer run while a loop works for a long time", async () => {
    const pause = createYield();
    let ran = false;
    setTimeout(() => {
      ran = true;
    }, 0);
    let steps = 0;
    while (!ran && steps < 10_000_000) {
      steps += 1;
      await pause();
    }
    expect(ran).toBe(true);
  });

  it("returns at once while there was little work", () => {
    expect(createYield()()).toBeUndefined();
  });

  it("throws the reason of a signal that is aborted", () => {
    const reason = new Error("enough");
    expect(() => createYield(AbortSignal.abort(reason))()).toThrow(reason);
  });

  it("rejects when the signal is aborted during the yield", async () => {
    const controller = new AbortController();
    const pause = createYield(controller.signal);
    let yielded: Promise<void> | undefined;
    while (yielded === undefined) yielded = pause();
    controller.abort(new Error("enough"));
    await expect(yielded).rejects.toThrow("enough");
  });
});

describe("yieldToEventLoop", () => {
  it("resolves after I/O callbacks that are due", async () => {
    const order: string[] = [];
    setImmediate(() => order.push("immediate"));
    await yieldToEventLoop();
    order.push("resumed");
    expect(order).toEqual(["immediate", "resumed"]);
  });
});

describe("systemClock", () => {
  it("counts milliseconds since the epoch and never goes back", () => {
    const first = systemClock.now();
    expect(Math.abs(first - Date.now())).toBeLessThan(60_000);
    expect(systemClock.now()).toBeGreaterThanOrEqual(first);
  });
});

describe("MAX_TIMER_DELAY_MS", () => {
  it("equals the longest delay that a timer keeps", () => {
    const timer = setTimeout(() => {}, MAX_TIMER_DELAY_MS);
    expect((timer as unknown as { readonly _idleTimeout: number })._idleTimeout).toBe(MAX_TIMER_DELAY_MS);
    clearTimeout(timer);
  });
});
