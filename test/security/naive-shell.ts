import { spawn } from "node:child_process";
import type { Backend, Shell } from "../../src/index.js";

/** Milliseconds after which a naive command is given up, so that a control ends. */
const GIVE_UP_MS = 1_600;

/**
 * A shell as most tools have it: standard input open, the environment of the host as it is, the wait for the ends of the
 * pipes, a timer that takes any number, and a kill of the one child. For controls.
 */
export function withNaiveShell(backend: Backend): Backend {
  const shell: Shell = {
    run: (request) =>
      new Promise((resolve) => {
        const startedAt = performance.now();
        const child = spawn("/bin/bash", ["-c", request.command], {
          cwd: request.cwd,
          // So that a command which signals its own group does not signal the tests.
          detached: true,
          stdio: ["pipe", "pipe", "pipe"],
        });
        let reason: "exit" | "timeout" | "abort" = "exit";
        const end = (why: "timeout" | "abort") => {
          reason = why;
          child.kill("SIGKILL");
          child.stdout.destroy();
          child.stderr.destroy();
        };
        request.signal.addEventListener("abort", () => end("abort"));
        if (request.timeoutMs !== undefined) setTimeout(() => end("timeout"), request.timeoutMs);
        const giveUp = setTimeout(() => end("abort"), GIVE_UP_MS);
        child.stdout.on("data", (chunk: Uint8Array) => request.onOutput(chunk, "stdout"));
        child.stderr.on("data", (chunk: Uint8Array) => request.onOutput(chunk, "stderr"));
        child.once("spawn", () => request.onStart?.());
        child.once("error", () => {});
        child.once("close", (exitCode) => {
          clearTimeout(giveUp);
          resolve({ exitCode: exitCode ?? 1, reason, durationMs: performance.now() - startedAt });
        });
      }),
  };
  return { ...backend, shell };
}
