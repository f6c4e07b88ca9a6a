import type { Backend } from "../../../contract/index.js";
import { type KeysOf, requireKnownValue, requireOptions } from "../../../values/index.js";
import { type AiSdkBackendSession, aiSdkSession } from "./ai-sdk-session.js";
import { deepagentsSession } from "./deepagents-session.js";
import type { DeepagentsSession } from "./deepagents-types.js";
import { justBashFiles } from "./just-bash-files.js";
import type { JustBashFileSystem } from "./just-bash-types.js";
import { SessionFiles } from "./session-files.js";

/** The library that uses a session. */
export type SandboxLibrary = "ai-sdk" | "deepagents" | "just-bash";

/** Options of {@link toSandboxSession}. */
export interface ToSandboxSessionOptions<Library extends SandboxLibrary = SandboxLibrary> {
  /** The library whose interface the session has. */
  readonly library: Library;
  /** Absolute folder in which commands and relative paths start. */
  readonly cwd: string;
}

/** The session of each library. */
export interface SandboxSessions {
  "ai-sdk": AiSdkBackendSession;
  deepagents: DeepagentsSession;
  "just-bash": JustBashFileSystem;
}

const OPTION_NAMES = { library: true, cwd: true } as const satisfies KeysOf<ToSandboxSessionOptions>;

/**
 * Creates a session of another library on a backend, so that its agents and tools act where the backend acts: a sandbox session for
 * the AI SDK, a sandbox for deepagents, or a file system for the `Bash` of just-bash.
 *
 * Files are replaced in one step, under the file locks of the backend, and keep their mode. A session has no rules and asks no
 * questions: it can do what the backend can do. Pass a backend in a sandbox, or let the agent's own permissions decide. The
 * backend stays the host's.
 *
 * @example
 * const sandbox = toSandboxSession(localBackend(), { library: "ai-sdk", cwd: "/srv/project" });
 * await generateText({ model, tools, experimental_sandbox: sandbox, prompt });
 */
export function toSandboxSession<Library extends SandboxLibrary>(
  backend: Backend,
  options: ToSandboxSessionOptions<Library>,
): SandboxSessions[Library] {
  requireOptions("toSandboxSession", options, OPTION_NAMES);
  const { library, cwd } = options;
  requireKnownValue("library", library, ["ai-sdk", "deepagents", "just-bash"]);
  if (typeof cwd !== "string" || !backend.files.path.isAbsolute(cwd))
    throw new TypeError("toSandboxSession: cwd must be an absolute path.");
  const files = new SessionFiles(backend, cwd);
  const sessions: { readonly [Name in SandboxLibrary]: () => SandboxSessions[Name] } = {
    "ai-sdk": () => aiSdkSession(files),
    deepagents: () => deepagentsSession(files),
    "just-bash": () => justBashFiles(files),
  };
  return sessions[library]();
}
