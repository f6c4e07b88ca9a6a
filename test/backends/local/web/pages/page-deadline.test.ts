import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PageDeadline } from "../../../../../src/backends/local/web/pages/page-deadline.js";

const code = (deadline: PageDeadline) =>
  deadline.signal.aborted ? (deadline.signal.reason as { code: string }).code : "runs";

describe("PageDeadline", () => {
  let controller: AbortController;
  const started = () => new PageDeadline({ totalMs: 1_000, idleMs: 400, signal: controller.signal });

  beforeEach(() => {
    vi.useFakeTimers();
    controller = new AbortController();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("ends after its time, even while the server sends data", () => {
    const deadline = started();
    for (let passed = 0; passed < 900; passed += 100) {
      deadline.touch();
      vi.advanceTimersByTime(100);
    }
    expect(code(deadline)).toBe("runs");
    expect(deadline.leftMs).toBe(100);
    vi.advanceTimersByTime(100);
    expect(code(deadline)).toBe("timeout");
  });

  it("ends when no data arrives for a while, unless the wait has ended", () => {
    const waiting = started();
    waiting.touch();
    vi.advanceTimersByTime(400);
    expect(code(waiting)).toBe("timeout");

    const working = started();
    working.touch();
    working.stopWaiting();
    vi.advanceTimersByTime(900);
    expect(code(working)).toBe("runs");
  });

  it("pauses during a question", async () => {
    const deadline = started();
    deadline.touch();
    vi.advanceTimersByTime(300);
    const question = deadline.pausedFor(
      () => new Promise((resolve) => setTimeout(() => resolve("yes"), 60_000)),
    );
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await question).toBe("yes");
    expect(code(deadline)).toBe("runs");
    expect(deadline.leftMs).toBe(700);
    vi.advanceTimersByTime(700);
    expect(code(deadline)).toBe("timeout");
  });

  it("notices a call that was cancelled meanwhile", async () => {
    const deadline = started();
    await deadline.pausedFor(async () => controller.abort());
    expect(code(deadline)).toBe("cancelled");
  });

  it("sleeps, but not beyond its end", async () => {
    const deadline = started();
    const short = deadline.sleep(500);
    await vi.advanceTimersByTimeAsync(500);
    await expect(short).resolves.toBeUndefined();
    const long = deadline.sleep(1_000).catch((error) => error.code);
    await vi.advanceTimersByTimeAsync(500);
    expect(await long).toBe("timeout");
  });

  it("leaves no timer and no listener behind", () => {
    const remove = vi.spyOn(controller.signal, "removeEventListener");
    const deadline = started();
    deadline.touch();
    deadline.end();
    expect(vi.getTimerCount()).toBe(0);
    expect(remove).toHaveBeenCalledTimes(1);
  });
});
