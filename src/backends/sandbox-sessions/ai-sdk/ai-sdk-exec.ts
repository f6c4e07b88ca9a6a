import { hexadecimal } from "../../../values/index.js";
import { type PosixExec, withInlineInput, withInputFile } from "../../posix-shell/index.js";
import type { AiSdkSandboxSession } from "./ai-sdk-types.js";

/** Input that is a part of the command; a longer one is written to a file first. */
const MAX_INLINE_BYTES = 16_384;

/** Returns an exec that runs each command in an AI SDK sandbox, which has no standard input: one or two requests each. */
export function aiSdkExec(session: AiSdkSandboxSession): PosixExec {
  return async (command, { stdin, signal, onStdout, onStderr, isCommand }) => {
    const line = await withInput(session, command, stdin, signal);
    if (!isCommand) {
      const { stdout, exitCode } = await session.run({ command: line, abortSignal: signal });
      return { stdout, exitCode };
    }
    const running = await session.spawn({ command: line, abortSignal: signal });
    const drained = Promise.all([passOn(running.stdout, onStdout), passOn(running.stderr, onStderr)]);
    drained.catch(() => {});
    const kill = () => void Promise.resolve(running.kill()).catch(() => {});
    signal.addEventListener("abort", kill, { once: true });
    try {
      const { exitCode } = await running.wait();
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
): Promise<void> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    receive(value);
  }
}
