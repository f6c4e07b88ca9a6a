import { expect, onTestFinished } from "vitest";
import type { ToolCall, ToolResult } from "../../src/core.js";
import { settle } from "./fixtures.js";

const STATUSES = ["done", "error", "cancelled", "rejected-by-user", "blocked-on-user"];

/** Asserts exactly one well-formed result per call, in call order, with the call's own id and name. */
export function expectWellFormed(calls: readonly ToolCall[], results: readonly ToolResult[]): void {
  expect(results.map(({ callId }) => callId)).toEqual(calls.map(({ id }) => id));
  expect(results.map(({ requestedName }) => requestedName)).toEqual(calls.map(({ name }) => name));
  for (const result of results) {
    expect(STATUSES).toContain(result.status);
    expect(typeof result.toolName).toBe("string");
    expect(Array.isArray(result.content) && result.content.length > 0).toBe(true);
    for (const part of result.content) {
      expect(["text", "json", "image", "file"]).toContain(part.type);
      if (part.type === "text") expect(typeof part.text).toBe("string");
    }
    for (const time of [result.timing.queuedAt, result.timing.endedAt, result.timing.durationMs]) {
      expect(Number.isFinite(time)).toBe(true);
    }
    expect(result.timing.durationMs).toBeGreaterThanOrEqual(0);
    if (result.status !== "done") {
      expect(typeof result.error.message).toBe("string");
      expect(result.error.message).not.toBe("");
      expect(typeof result.error.errorCode).toBe("string");
    }
    for (const path of result.trackFiles ?? []) expect(typeof path).toBe("string");
    expect(() => JSON.stringify(result)).not.toThrow();
  }
}

/** What each watching test has seen; one pair of listeners serves them all. */
const watching = new Set<unknown[]>();

function note(reason: unknown): void {
  for (const seen of watching) seen.push(reason);
}

/**
 * Records errors that would end the process of a host until the test ends; `none` waits briefly and asserts that
 * there were none.
 */
export function watchProcess(): { none(): Promise<void> } {
  const seen: unknown[] = [];
  if (watching.size === 0) {
    process.on("unhandledRejection", note);
    process.on("uncaughtException", note);
  }
  watching.add(seen);
  onTestFinished(() => {
    watching.delete(seen);
    if (watching.size > 0) return;
    process.off("unhandledRejection", note);
    process.off("uncaughtException", note);
  });
  return {
    async none() {
      for (let round = 0; round < 3; round += 1) await settle();
      expect(seen).toHaveLength(0);
    },
  };
}
