import type { ToolKind } from "../../../contract/index.js";

/** Milliseconds a server has to start and to list its tools. */
export const DEFAULT_CONNECT_TIMEOUT_MS = 30_000;

/** How the tools of a server are taken in. */
export interface ConnectMcpOptions {
  /** Becomes part of the tools' names: `mcp__name__tool`. Default: what the server calls itself. No `__`. */
  readonly name?: string;
  /** Only these tools, by the server's names. Default: all. */
  readonly includeTools?: readonly string[];
  /** All but these, by the server's names. */
  readonly excludeTools?: readonly string[];
  /** Whether the tools are listed by name only until a model asks for them with ToolSearch. Default `false`. */
  readonly deferred?: boolean;
  /** What the host says that tools do, by the server's names; hints of the server are never believed. Default `"other"`, which asks. */
  readonly kinds?: Readonly<Record<string, ToolKind>>;
  /** The tools whose calls may run at the same time as any other call, by the server's names, or all. Default: none. */
  readonly parallelTools?: readonly string[] | "all";
  /** Fingerprints from an earlier connection, by name: a tool with another one asks before it runs. */
  readonly knownTools?: Readonly<Record<string, string>>;
  /** Milliseconds without progress after which a call ends; `false` for none. Default: the runtime's. */
  readonly timeoutMs?: number | false;
  /** Milliseconds to start and to list the tools. Default 30,000. */
  readonly connectTimeoutMs?: number;
  /** Whether resources can be listed and read by tools, where the server has any. Default `true`. */
  readonly resources?: boolean;
  /** Ends the attempt to connect. */
  readonly signal?: AbortSignal;
  /** Told of every tool that is left out or changed, in words for a person. */
  readonly onWarning?: (message: string) => void;
}
