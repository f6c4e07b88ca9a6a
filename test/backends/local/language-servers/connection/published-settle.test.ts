import { describe, expect, it } from "vitest";
import type { LanguageServer } from "../../../../../src/backends/local/language-servers/connection/language-server.js";
import {
  SETTLE_MS,
  SILENCE_MS,
  settle,
} from "../../../../../src/backends/local/language-servers/connection/published-settle.js";
import { fakeClock } from "../../../../../src/testing/index.js";

/** Waits for the words of a server, of which the first comes after so many milliseconds. */
async function settling(firstWordMs: number) {
  const clock = fakeClock();
  let publish = (_file: string) => {};
  const server = {
    isWorking: false,
    known: { of: () => [] },
    onPublished: (listener: (file: string) => void) => {
      publish = listener;
      return () => {};
    },
  };
  let settled = false;
  const options = {
    awaited: new Set(["a.ts"]),
    isNew: new Set<string>(),
    signal: new AbortController().signal,
    clock,
  };
  void settle(server as unknown as LanguageServer, options).then(() => {
    settled = true;
  });
  await clock.advance(firstWordMs);
  publish("a.ts");
  return {
    async settledAfter(ms: number) {
      await clock.advance(ms);
      return settled;
    },
  };
}

describe("settle", () => {
  it("waits briefly after the first message of a fast server", async () => {
    const { settledAfter } = await settling(100);
    expect(await settledAfter(SETTLE_MS - 1)).toBe(false);
    expect(await settledAfter(1)).toBe(true);
  });

  it("waits the same time again for a server with a slow first message", async () => {
    const { settledAfter } = await settling(900);
    expect(await settledAfter(899)).toBe(false);
    expect(await settledAfter(1)).toBe(true);
  });

  it("waits for the next message no longer than for the first", async () => {
    const { settledAfter } = await settling(SILENCE_MS - 1);
    expect(await settledAfter(SILENCE_MS)).toBe(true);
  });
});
