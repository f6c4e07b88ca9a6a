/** The part of `AgentSideConnection` of `@agentclientprotocol/sdk` 1 that an {@link acpSession} uses. */
export interface AcpClient {
  sessionUpdate(notification: { readonly sessionId: string; readonly update: AcpToolUpdate }): Promise<void>;
  requestPermission(request: {
    sessionId: string;
    toolCall: AcpToolCall;
    options: AcpPermissionOption[];
  }): Promise<{
    readonly outcome:
      | { readonly outcome: "cancelled" }
      | { readonly outcome: "selected"; readonly optionId: string };
  }>;
  readTextFile(request: { sessionId: string; path: string }): Promise<{ readonly content: string }>;
  writeTextFile(request: { sessionId: string; path: string; content: string }): Promise<unknown>;
  createTerminal(request: {
    sessionId: string;
    command: string;
    args: string[];
    env: { name: string; value: string }[];
    cwd: string;
  }): Promise<AcpTerminal>;
}

/** A terminal of the client. */
export interface AcpTerminal {
  readonly id: string;
  currentOutput(): Promise<{ readonly output: string; readonly truncated: boolean }>;
  waitForExit(): Promise<{ readonly exitCode?: number | null; readonly signal?: string | null }>;
  kill(): Promise<unknown>;
  release(): Promise<unknown>;
}

/** The capabilities that a client declares in `initialize`, as far as a session uses them. */
export interface AcpClientCapabilities {
  readonly fs?: { readonly readTextFile?: boolean; readonly writeTextFile?: boolean };
  readonly terminal?: boolean;
}

/** An answer that the client offers to the user. */
export interface AcpPermissionOption {
  optionId: string;
  name: string;
  kind: "allow_once" | "allow_always" | "reject_once" | "reject_always";
}

/** The state of a tool call. */
export type AcpStatus = "pending" | "in_progress" | "completed" | "failed";

/** Content of a tool call. */
export type AcpToolContent =
  | {
      type: "content";
      content: { type: "text"; text: string } | { type: "image"; data: string; mimeType: string };
    }
  | { type: "diff"; path: string; oldText: string | null; newText: string }
  | { type: "terminal"; terminalId: string };

/** The changed fields of a tool call. */
export interface AcpToolCall {
  toolCallId: string;
  title?: string;
  kind?: "read" | "edit" | "delete" | "move" | "search" | "execute" | "think" | "fetch" | "other";
  status?: AcpStatus;
  content?: AcpToolContent[];
  locations?: { path: string }[];
  rawInput?: unknown;
  rawOutput?: unknown;
}

/** A notification about a tool call. */
export type AcpToolUpdate =
  | (AcpToolCall & { sessionUpdate: "tool_call"; title: string })
  | (AcpToolCall & { sessionUpdate: "tool_call_update" });
