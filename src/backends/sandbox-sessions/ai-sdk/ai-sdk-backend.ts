import { Buffer } from "node:buffer";
import {
  type Backend,
  type BackendGuarantees,
  ignoreRejection,
  type Search,
  type Shell,
  ToolError,
} from "../../../contract/index.js";
import { shellQuoted } from "../../../text/index.js";
import { withOwnPorts } from "../../checked/index.js";
import { localTextThreads } from "../../local/index.js";
import { treeSearch } from "../../memory/index.js";
import { posixShellBackend, withInlineInput, withoutIndentation } from "../../posix-shell/index.js";
import { pathFileSystem } from "../path-files/index.js";
import { requireFolder } from "../require-folder.js";
import { commandOutput, textOutput } from "../session-answers.js";
import { sessionShell } from "../session-shell.js";
import { aiSdkExec } from "./ai-sdk-exec.js";
import type { AiSdkSandboxSession } from "./ai-sdk-types.js";
import { commandAccess } from "./command-access.js";

/**
 * Creates a backend on an AI SDK sandbox: over its shell, or over plain commands and the functions for files where the shell is only
 * an emulation.
 */
export async function aiSdkBackend(
  given: AiSdkSandboxSession,
  name: string,
  timeoutMs: number | undefined,
): Promise<Backend & { guarantees: BackendGuarantees; search: Search; shell: Shell }> {
  const session = guardedSession(given);
  try {
    return await posixShellBackend({
      exec: aiSdkExec(session, name),
      name,
      output: "text",
      timeoutMs,
    });
  } catch (error) {
    if (!ToolError.isInstance(error) || !UNSUITABLE.has(error.code)) throw error;
    return plainBackend(session, name, error);
  }
}

/** Returns a session whose functions reject with what those of the host throw. A promise that is thrown counts as handled. */
function guardedSession(session: AiSdkSandboxSession): AiSdkSandboxSession {
  const guarded =
    <Given, Answer>(call: (given: Given) => PromiseLike<Answer>) =>
    async (given: Given): Promise<Answer> => {
      try {
        return await call(given);
      } catch (thrown) {
        ignoreRejection(thrown);
        throw thrown;
      }
    };
  return {
    run: guarded((options) => session.run(options)),
    spawn: guarded((options) => session.spawn(options)),
    readBinaryFile: guarded((options) => session.readBinaryFile(options)),
    writeBinaryFile: guarded((options) => session.writeBinaryFile(options)),
  };
}

/** Codes of a shell that lacks programs, or misreads the script that looks for them. */
const UNSUITABLE = new Set<string>(["not-supported", "connection-lost", "io-error"]);

async function plainBackend(session: AiSdkSandboxSession, name: string, cause: ToolError) {
  // A sandbox that does not answer is not an emulation.
  const run = `sandbox '${name}', run`;
  const ask = async () => textOutput(await session.run({ command: `printf '%s\\n' "$HOME"` }), run);
  const answer = await ask().catch(() => undefined);
  if (answer?.exitCode !== 0) throw cause;
  const home = answer.stdout.trim();
  const files = pathFileSystem(commandAccess(session, name), home.startsWith("/") ? home : undefined);
  return withOwnPorts({
    name,
    guarantees: {
      directories: "by-path",
      openFiles: "snapshot",
      changes: "checked",
      durability: "unsynced",
      locks: "runtime",
      processes: "command",
    } as const,
    files,
    search: treeSearch(files),
    shell: sessionShell(
      async ({ command, cwd, environment, input, signal }) => {
        await requireFolder(files, cwd);
        const line = input === undefined ? command : withInlineInput(command, Buffer.from(input));
        const { exports, env } = variablesOf(environment);
        const output = await session.run({
          command: withoutIndentation([...exports, line].join("\n")),
          workingDirectory: cwd,
          env,
          abortSignal: signal,
        });
        return commandOutput(output, run);
      },
      { takesInput: false },
    ),
    textThreads: localTextThreads(),
  } satisfies Backend);
}

const VARIABLE_NAME = /^[A-Za-z_]\w*$/;

/** Returns the variables that the session can pass, and commands for those that it would change: see `withoutIndentation`. */
function variablesOf(environment: Readonly<Record<string, string>>) {
  const exports: string[] = [];
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value.includes("\n") && VARIABLE_NAME.test(name))
      exports.push(`export ${name}=${shellQuoted(value)}`);
    else env[name] = value;
  }
  return { exports, env };
}
