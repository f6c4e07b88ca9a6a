import { ignoreRejection } from "../../../contract/index.js";
import { createYield, hexadecimal } from "../../../values/index.js";
import { type Check, checkedValue, record } from "../../checked/index.js";
import { type PosixExec, withInlineInput, withInputFile } from "../../posix-shell/index.js";
import { commandExit, textOutput } from "../session-answers.js";
import type { AiSdkProcess, AiSdkSandboxSession } from "./ai-sdk-types.js";

/** Input that is a part of the command; a longer one is written to a file first. */
const MAX_INLINE_BYTES = 16_384;

/** Milliseconds for which the output of a command is read after its end was requested. */
const DRAIN_MS = 2_000;

const stream: Check = (value) => {
  if (typeof value === "object" && value !== null && typeof Reflect.get(value, "getReader") === "function")
    return value;
  throw "it must be a ReadableStream";
};

const PROCESS = record({ stdout: stream, stderr: stream });

/** Returns an exec that runs each command in an AI SDK sandbox, which has no standard input: one or two requests each. */
export function aiSdkExec(session: AiSdkSandboxSession, sandbox: string): PosixExec {
  return async (command, { stdin, signal, onStdout, onStderr, isCommand }) => {
    const line = await withInput(session, command, stdin, signal);
    if (!isCommand) {
      const output = await session.run({ command: line, abortSignal: signal });
      const { stdout, exitCode } = textOutput(output, `sandbox '${sandbox}', run`);
      return { stdout, exitCode };
    }
    const spawned = await session.spawn({ command: line, abortSignal: signal });
    const running = checkedValue(spawned, `sandbox '${sandbox}', spawn`, PROCESS) as AiSdkProcess;
    const drained = Promise.all([
      passOn(running.stdout, onStdout, signal),
      passOn(running.stderr, onStderr, signal),
    ]);
    drained.catch(() => {});
    // A listener that throws would end the process.
    const end = async () => spawned.kill();
    const kill = () => void end().catch(ignoreRejection);
    signal.addEventListener("abort", kill, { once: true });
    try {
      const { exitCode } = commandExit(await spawned.wait(), `sandbox '${sandbox}', wait`);
      await drained;
      return { exitCode };
    } finally {
      signal.removeEventListener("abort", kill);
    }
  };
}

async function withInput(
  session: AiSdkSandboxSession,
  command: string,
  stdin: Uint8Array,
  signal: AbortSignal,
): Promise<string> {
  if (stdin.byteLength <= MAX_INLINE_BYTES) return withInlineInput(command, stdin);
  const path = `/tmp/.collet-${hexadecimal(crypto.getRandomValues(new Uint8Array(16)))}`;
  await session.writeBinaryFile({ path, content: stdin, abortSignal: signal });
  return withInputFile(command, path);
}

async function passOn(
  stream: ReadableStream<Uint8Array>,
  receive: (chunk: Uint8Array) => void,
  signal: AbortSignal,
): Promise<void> {
  const reader = stream.getReader();
  // A stream that always has a chunk ready would leave no turn to timers, such as the time limit of the command.
  const pace = createYield();
  let readUntil = Number.POSITIVE_INFINITY;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    receive(value);
    await pace();
    if (signal.aborted && readUntil === Number.POSITIVE_INFINITY) readUntil = performance.now() + DRAIN_MS;
    if (performance.now() > readUntil) break;
  }
  await reader.cancel().catch(ignoreRejection);
}
