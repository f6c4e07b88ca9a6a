import type { Backend, BackendGuarantees, Search, Shell } from "../../contract/index.js";
import { type KeysOf, requireOptions } from "../../values/index.js";
import { type AiSdkSandboxSession, aiSdkBackend } from "./ai-sdk/index.js";
import { type DeepagentsSandbox, deepagentsBackend } from "./deepagents/index.js";
import { type JustBashSandbox, type JustBashSession, justBashBackend } from "./just-bash/index.js";

/** A sandbox of another library: the AI SDK's session, a sandbox of deepagents, or a `Bash` or `Sandbox` of just-bash. */
export type SandboxSession = AiSdkSandboxSession | DeepagentsSandbox | JustBashSession | JustBashSandbox;

/** Options of {@link fromSandboxSession}. */
export interface FromSandboxSessionOptions {
  /** Name in messages. Default: `ai-sdk-sandbox`, `deepagents` or `just-bash`. */
  readonly name?: string;
  /** Milliseconds for one operation on files over a shell. Default: 60,000. */
  readonly timeoutMs?: number;
  /** Characters of output that a sandbox of deepagents returns for one command. Default: 100,000, the limit of deepagents. */
  readonly maxOutputBytes?: number;
}

const OPTION_NAMES = {
  name: true,
  timeoutMs: true,
  maxOutputBytes: true,
} as const satisfies KeysOf<FromSandboxSessionOptions>;

/** A backend on a sandbox of another library. */
export interface SandboxSessionBackend extends Backend {
  readonly guarantees: BackendGuarantees;
  readonly search: Search;
  readonly shell: Shell;
}

/**
 * Creates a backend on a sandbox of another library, so that the tools act in it.
 *
 * A sandbox with a real shell is used as by `posixShellBackend`. just-bash is used through its own functions for files. See
 * `guarantees` for what each one promises. The sandbox stays the host's: disposing of the backend does not stop it.
 *
 * @throws ToolError `connection-lost` if the sandbox does not answer, `not-supported` if its shell lacks programs
 * @example
 * const backend = await fromSandboxSession(new Bash({ files: { "/project/a.txt": "text\n" } }));
 * const runtime = createToolRuntime({ cwd: "/project", backend });
 */
export async function fromSandboxSession(
  session: SandboxSession,
  options: FromSandboxSessionOptions = {},
): Promise<SandboxSessionBackend> {
  requireOptions("fromSandboxSession", options, OPTION_NAMES);
  const { name, timeoutMs, maxOutputBytes } = options;
  if (typeof session === "object" && session !== null) {
    if (hasFunctions(session, ["run", "spawn", "readBinaryFile", "writeBinaryFile"]))
      return aiSdkBackend(session as AiSdkSandboxSession, name ?? "ai-sdk-sandbox", timeoutMs);
    if (hasFunctions(session, ["execute"]))
      return deepagentsBackend(session as DeepagentsSandbox, {
        name: name ?? "deepagents",
        maxOutputBytes,
        timeoutMs,
      });
    const bash = "bashEnvInstance" in session ? session.bashEnvInstance : session;
    if (hasFunctions(bash, ["exec", "getEnv"]) && hasFunctions(Reflect.get(bash, "fs"), FILE_FUNCTIONS))
      return justBashBackend(bash as JustBashSession, name ?? "just-bash");
  }
  throw new TypeError(
    "fromSandboxSession expects a sandbox session of the AI SDK (run, spawn, readBinaryFile, writeBinaryFile), a sandbox of deepagents (execute), or a Bash or Sandbox of just-bash. Use posixShellBackend({ exec }) for anything else that runs commands.",
  );
}

const FILE_FUNCTIONS = ["lstat", "readFileBuffer", "writeFile", "readdir", "mv", "realpath"];

function hasFunctions(value: unknown, names: readonly string[]): boolean {
  if (typeof value !== "object" || value === null) return false;
  return names.every((name) => typeof Reflect.get(value, name) === "function");
}
