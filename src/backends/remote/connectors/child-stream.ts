import { spawn } from "node:child_process";
import process from "node:process";
import type { RemoteStream } from "./remote-stream.js";

/** Characters of the error output of a connector that an error shows. */
const MAX_COMPLAINT_CHARACTERS = 2_000;

/** Milliseconds that a worker has to end once its input has ended, before it is killed. */
const END_GRACE_MS = 5_000;

/** Variables of this process that a connecting program may need; no other variable is passed to it. */
const PASSED_VARIABLES = ["PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "TMPDIR"] as const;

/** Starts a program and returns its standard streams. */
export function childStream(
  command: readonly [string, ...string[]],
  variables: readonly string[] = [],
): RemoteStream {
  const [program, ...parameters] = command;
  const env: Record<string, string> = {};
  for (const name of [...PASSED_VARIABLES, ...variables]) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  const child = spawn(program, parameters, { env, stdio: ["pipe", "pipe", "pipe"] });
  let complaint = "";
  let failure: string | undefined;
  child.stderr.on("data", (chunk: Buffer) => {
    if (complaint.length < MAX_COMPLAINT_CHARACTERS) complaint += chunk.toString("latin1");
  });
  child.on("error", (error) => {
    failure = error.message;
  });
  // A broken pipe is reported by the end of the output.
  child.stdin.on("error", () => {});
  return {
    input: child.stdout,
    write: (bytes) =>
      new Promise((resolve, reject) => {
        child.stdin.write(bytes, (error) => (error ? reject(error) : resolve()));
      }),
    close: () => {
      child.stdin.end();
      child.stdout.destroy();
      const timer = setTimeout(() => child.kill("SIGKILL"), END_GRACE_MS);
      timer.unref();
      child.once("exit", () => clearTimeout(timer));
      child.unref();
    },
    problem: () => {
      const text = (failure ?? complaint).trim().slice(0, MAX_COMPLAINT_CHARACTERS);
      return text === "" ? undefined : `'${program}' says: ${text}`;
    },
  };
}
