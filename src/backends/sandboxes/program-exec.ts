import { spawn } from "node:child_process";
import process from "node:process";
import type { PosixExec } from "../posix-shell/index.js";

/** Variables of this process that the program of a sandbox receives; the sandbox gets none of them unless stated. */
const PASSED_VARIABLES = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "LANG",
  "XDG_RUNTIME_DIR",
  "DOCKER_HOST",
  "DOCKER_CONFIG",
  "DOCKER_CONTEXT",
  "CONTAINER_HOST",
  "CONTAINERS_CONF",
];

/** Result of a program that was run to its end. */
export interface ProgramEnd {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Set if it could not be started. */
  readonly missing?: string;
}

/** Returns the environment of the program of a sandbox. */
function programEnvironment(): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of PASSED_VARIABLES) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}

/** Returns an exec that runs each command with a program, whose last argument is the command. */
export function programExec(program: string, parameters: readonly string[]): PosixExec {
  return (command, { stdin, signal, onStdout, onStderr }) =>
    new Promise((resolve, reject) => {
      const child = spawn(program, [...parameters, command], {
        env: programEnvironment(),
        stdio: ["pipe", "pipe", "pipe"],
        signal,
        killSignal: "SIGKILL",
      });
      child.stdout.on("data", onStdout);
      child.stderr.on("data", onStderr);
      // A broken pipe shows in the answer.
      child.stdin.on("error", () => {});
      child.stdin.end(stdin);
      child.once("error", reject);
      child.once("close", () => resolve(undefined));
    });
}

/** Milliseconds for a program that prepares a sandbox. */
const PREPARATION_MS = 120_000;

/** Characters of output that are kept. */
const MAX_OUTPUT_CHARACTERS = 65_536;

/** Runs a program to its end. Never rejects. */
export function runProgram(program: string, parameters: readonly string[]): Promise<ProgramEnd> {
  return new Promise((resolve) => {
    const child = spawn(program, parameters, {
      env: programEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
      timeout: PREPARATION_MS,
      killSignal: "SIGKILL",
    });
    const texts = { stdout: "", stderr: "" };
    const keep = (stream: "stdout" | "stderr") => (chunk: Buffer) => {
      if (texts[stream].length < MAX_OUTPUT_CHARACTERS) texts[stream] += chunk.toString("utf8");
    };
    child.stdout.on("data", keep("stdout"));
    child.stderr.on("data", keep("stderr"));
    child.once("error", (error) => resolve({ exitCode: null, ...texts, missing: error.message }));
    child.once("close", (exitCode) => resolve({ exitCode, ...texts }));
  });
}
