import {
  ignoreRejection,
  type Shell,
  type ShellOutcome,
  type ShellRequest,
  ToolError,
} from "../../contract/index.js";
import { inSeconds } from "../../text/index.js";
import { answerOf } from "./answer-of.js";
import { checkedTerminal } from "./checked-terminal.js";
import type { AcpClient, AcpTerminal } from "./wire-types.js";

/** Milliseconds between two looks at the output of a terminal: the protocol does not announce output. */
const POLL_MS = 250;

/** Milliseconds to wait until the client has started a terminal, which may take long on another machine. */
const MAX_START_MS = 30_000;

/** Options of a shell in terminals of the client. */
export interface TerminalShellOptions {
  readonly client: AcpClient;
  readonly sessionId: string;
  /** The shell of the agent's machine, which runs the commands that no one was asked about, if it knows the language `posix`. */
  readonly base: Shell | undefined;
  /** Called with the terminal of a command when it runs. */
  readonly onTerminal: (command: string, terminalId: string) => void;
}

/**
 * Creates a shell that runs each approved command in a terminal of the client. Its standard output and error are one stream.
 *
 * A command that runs without a question runs in the base: a terminal has the search path and the variables of the client, so that a
 * program of the project could replace `ls`, and a pager that waits for keys.
 */
export function terminalShell({ client, sessionId, base, onTerminal }: TerminalShellOptions): Shell {
  return {
    async run(request) {
      // Judged in the language of the terminals, which is not always that of the base's commands without one.
      if (request.confinement !== undefined) return confinedIn(base).run({ ...request, language: "posix" });
      const startedAt = Date.now();
      if (request.signal.aborted) return { exitCode: null, reason: "abort", durationMs: 0 };
      const env = Object.entries(request.environment ?? {}).map(([name, value]) => ({ name, value }));
      const { command, cwd } = request;
      const creating = (async () =>
        checkedTerminal(
          await client.createTerminal({ sessionId, command: "/bin/sh", args: ["-c", command], env, cwd }),
        ))();
      let terminal: AcpTerminal | undefined;
      try {
        terminal = await answerOf(creating, { signal: request.signal, withinMs: MAX_START_MS });
      } catch (thrown) {
        if (ToolError.isInstance(thrown)) throw thrown;
        ignoreRejection(thrown);
        throw new ToolError("The client could not start a terminal for the command.", {
          code: "spawn-failed",
        });
      }
      if (terminal === undefined) {
        // A terminal that is created later ends at once, with its command.
        creating.then((late) => late.release()).catch(ignoreRejection);
        if (!request.signal.aborted) {
          throw new ToolError(
            `The client did not start a terminal for the command within ${inSeconds(MAX_START_MS)}, so it was given up. A terminal that starts later is ended.`,
            { code: "spawn-failed" },
          );
        }
        return { exitCode: null, reason: "abort", durationMs: Date.now() - startedAt };
      }
      request.onStart?.();
      onTerminal(command, terminal.id);
      try {
        const ended = await watch(terminal, request, startedAt);
        return { ...ended, durationMs: Date.now() - startedAt };
      } finally {
        ignoreRejection(terminal.release());
      }
    },
  };
}

/** Returns the base if it runs commands in the language in which those of a terminal are judged. */
function confinedIn(base: Shell | undefined): Shell {
  const { languages = ["posix"] } = base ?? {};
  if (base !== undefined && languages.includes("posix")) return base;
  throw new ToolError(
    "The command was not run, because without a question it must be confined, and neither the client's terminals nor the backend can do that. Add a POSIX shell to the backend, or a rule that asks about the command.",
    { code: "sandbox-unavailable" },
  );
}

/** Waits until the command ends or must be stopped, and passes on its output meanwhile. */
async function watch(
  terminal: AcpTerminal,
  request: ShellRequest,
  startedAt: number,
): Promise<Omit<ShellOutcome, "durationMs">> {
  const exit = terminal.waitForExit();
  ignoreRejection(exit);
  const output = outputOf(terminal, request.onOutput);
  let lastOutputAt = startedAt;
  for (;;) {
    const ended = await Promise.race([exit, nextLook(request.signal)]);
    if ((await answerOf(output.look(), { signal: request.signal })) === true) lastOutputAt = Date.now();
    if (ended !== undefined) {
      const { exitCode = null, signal } = ended;
      return { exitCode, reason: "exit", ...(typeof signal === "string" && { signal }) };
    }
    const reason = stopReason(request, { startedAt, lastOutputAt });
    if (reason === undefined) continue;
    await quietly(() => terminal.kill());
    await quietly(() => exit);
    await quietly(() => output.look());
    return { exitCode: null, reason };
  }
}

/** Waits for a client that stops a command, but not for ever, whatever it answers. */
async function quietly(ask: () => Promise<unknown>): Promise<void> {
  await answerOf((async () => ask())(), {}).catch(ignoreRejection);
}

function stopReason(
  {
    signal,
    timeoutMs = Number.POSITIVE_INFINITY,
    inactivityTimeoutMs = Number.POSITIVE_INFINITY,
  }: ShellRequest,
  { startedAt, lastOutputAt }: { readonly startedAt: number; readonly lastOutputAt: number },
): ShellOutcome["reason"] | undefined {
  if (signal.aborted) return "abort";
  if (Date.now() - startedAt >= timeoutMs) return "timeout";
  return Date.now() - lastOutputAt >= inactivityTimeoutMs ? "inactivity" : undefined;
}

/** Returns the new part of a terminal's output. A terminal that drops its oldest output is passed on from there again. */
function outputOf(terminal: AcpTerminal, onOutput: ShellRequest["onOutput"]) {
  let known = "";
  return {
    async look(): Promise<boolean> {
      const { output } = await terminal.currentOutput();
      const fresh = output.startsWith(known) ? output.slice(known.length) : output;
      known = output;
      if (fresh !== "") onOutput(new TextEncoder().encode(fresh), "stdout");
      return fresh !== "";
    },
  };
}

/** Resolves when the output should be looked at again, or at once when the signal is aborted. */
function nextLook(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve(undefined);
    };
    const timer = setTimeout(end, POLL_MS);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}
