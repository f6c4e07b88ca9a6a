import type { AnyTool, ApprovalHandler, Backend, ToolEventListener } from "../../contract/index.js";
import { type KeysOf, requireOptions } from "../../values/index.js";
import { askPermission } from "./ask-permission.js";
import { editorFiles } from "./editor-files.js";
import { EditorTexts } from "./editor-texts.js";
import { terminalShell } from "./terminal-shell.js";
import { ToolUpdates } from "./tool-updates.js";
import type { AcpClient, AcpClientCapabilities } from "./wire-types.js";

/** Options of a session. */
export interface AcpSessionOptions {
  /** The id that the agent returned from `session/new`. */
  readonly sessionId: string;
  /** The capabilities that the client sent with `initialize`. Default: none. */
  readonly clientCapabilities?: AcpClientCapabilities | undefined;
  /** The working directory of the session, from `session/new`. Default: none; then only absolute paths are shown as locations. */
  readonly cwd?: string | undefined;
  /** Returns a tool, for the icon and the locations of its calls. Default: no icons, and locations of changed files only. */
  readonly toolNamed?: (toolName: string) => Pick<AnyTool, "kind" | "inputSchema"> | undefined;
}

const OPTION_NAMES = {
  sessionId: true,
  clientCapabilities: true,
  cwd: true,
  toolNamed: true,
} as const satisfies KeysOf<AcpSessionOptions>;

/** The parts of a runtime that belong to a session of a client. */
export interface AcpSession {
  /** Asks the user of the client. */
  readonly onApproval: ApprovalHandler;
  /** Shows each call in the client: its state, output, diffs, locations and terminal. */
  readonly onEvent: ToolEventListener;
  /**
   * Returns a backend that reads the unsaved buffers of the editor, passes changes of text files on to it, and runs commands in
   * its terminals, as far as the client can. Searches see the files on the disk, and the shell of the base runs the commands that
   * need no question, because a terminal cannot confine them.
   */
  backend(base: Backend): Backend;
}

/**
 * Connects a runtime with a client of the Agent Client Protocol, for one session of an agent.
 *
 * Commands in terminals of the client are not confined: `autoAllow: "sandboxed"` is not available with them.
 *
 * @param client - the `AgentSideConnection` of `@agentclientprotocol/sdk`
 *
 * @example
 * const session = acpSession(connection, { sessionId, clientCapabilities });
 * const { onApproval, onEvent } = session;
 * const runtime = createToolRuntime({ cwd, backend: session.backend(localBackend()), onApproval, onEvent });
 */
export function acpSession(client: AcpClient, options: AcpSessionOptions): AcpSession {
  requireOptions("acpSession", options, OPTION_NAMES);
  const { sessionId, cwd, clientCapabilities: capabilities = {}, toolNamed = () => undefined } = options;
  const texts = new EditorTexts({ client, sessionId, capabilities });
  const updates = new ToolUpdates({ client, sessionId, cwd, texts, toolNamed });
  const onTerminal = (command: string, terminalId: string) => updates.showTerminal(command, terminalId);
  return {
    onApproval: askPermission(client, sessionId),
    onEvent: (event) => updates.onEvent(event),
    backend: (base) => ({
      ...base,
      files: editorFiles(base.files, texts),
      ...(capabilities.terminal === true && {
        shell: terminalShell({ client, sessionId, base: base.shell, onTerminal }),
      }),
    }),
  };
}
