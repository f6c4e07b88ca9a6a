import { describe, expect, it } from "vitest";
import { spawnFailure } from "../../../../../src/backends/local/shell/processes/spawn-failure.js";

const errno = (code: string) => Object.assign(new Error(code), { code });

describe("spawnFailure", () => {
  it.each(["EAGAIN", "EMFILE", "ENFILE", "ENOMEM"])(
    "reports for %s that a later attempt may succeed",
    (code) => {
      expect(spawnFailure(errno(code), { command: "ls" })).toMatchObject({
        code: "spawn-failed",
        retryable: true,
        message: expect.stringContaining(`out of processes, files or memory (${code})`),
      });
    },
  );

  it("reports the length of a command that is too long, and the remedy", () => {
    expect(spawnFailure(errno("E2BIG"), { command: "ü".repeat(100) }).message).toMatch(
      /200 bytes; the usual limit is 131072.*into a file/,
    );
  });

  it("includes an unknown error code", () => {
    const failure = spawnFailure(errno("ENOEXEC"), { command: "ls" });
    expect(failure.message).toBe("The command could not be started (ENOEXEC).");
    expect(failure.retryable).toBeUndefined();
  });
});
