import type { ToolKind } from "../../../contract/index.js";
import type { KeysOf } from "../../../values/index.js";

/** Milliseconds that a server has to start and list its tools. */
export const DEFAULT_CONNECT_TIMEOUT_MS = 30_000;

/** Options of a connection to a server. */
export interface ConnectMcpOptions {
  /** Part of the tools' names: `mcp__name__tool`, without `__`. Default: the server's own name. */
  readonly name?: string;
  /** Only these tools, by the server's names. Default: all. */
  readonly includeTools?: readonly string[];
  /** All tools but these, by the server's names. */
  readonly excludeTools?: readonly string[];
  /**
   * Whether the tools are listed by name only until a model requests them with ToolSearch, unless the configuration of
   * the server states it. Default `false`.
   */
  readonly deferred?: boolean;
  /**
   * Kinds that the host assigns to tools, by the server's names; the server's hints are never trusted. Default `"other"`,
   * which asks.
   */
  readonly kinds?: Readonly<Record<string, ToolKind>>;
  /** Tools whose calls may run at the same time as any other call, by the server's names, or all. Default: none. */
  readonly parallelTools?: readonly string[] | "all";
  /** Fingerprints from an earlier connection, by name: a tool with a different one asks before it runs. */
  readonly knownTools?: Readonly<Record<string, string>>;
  /** Milliseconds without progress after which a call ends; `false` for no limit. Default: the runtime's. */
  readonly timeoutMs?: number | false;
  /** Milliseconds to start and to list the tools. Default 30,000. */
  readonly connectTimeoutMs?: number;
  /** Whether tools to list and read resources are offered, if the server has resources. Default `true`. */
  readonly resources?: boolean;
  /** Aborts the attempt to connect. */
  readonly signal?: AbortSignal;
  /** Receives a message for every tool that is omitted or changed, and about unknown fields of the configuration. */
  readonly onWarning?: (message: string) => void;
}

/** The names of the options of `connectMcp`. */
export const CONNECT_OPTION_NAMES = {
  name: true,
  includeTools: true,
  excludeTools: true,
  deferred: true,
  kinds: true,
  parallelTools: true,
  knownTools: true,
  timeoutMs: true,
  connectTimeoutMs: true,
  resources: true,
  signal: true,
  onWarning: true,
} as const satisfies KeysOf<ConnectMcpOptions>;
