import type { Backend } from "../../../contract/index.js";
import { hexadecimal, isRecord, type KeysOf, requireOptions } from "../../../values/index.js";
import { localTextThreads } from "../../local/index.js";
import type { Connector } from "../connectors/index.js";
import { RemoteLink } from "./link.js";
import { remoteFiles } from "./remote-files.js";
import { remoteIntentLog, remoteLocks } from "./remote-locks.js";
import { remoteOutputs } from "./remote-outputs.js";
import { remoteSearch } from "./remote-search.js";
import { remoteShell } from "./remote-shell.js";

/** Options of a remote backend. */
export interface RemoteBackendOptions {
  /** Starts a worker: `sshConnector`, `containerConnector`, `processConnector` or a function of the host. */
  readonly connect: Connector;
  /** Name in messages. Default: `remote`. */
  readonly name?: string;
  /** Milliseconds for the start of a worker. Default: 30,000. */
  readonly connectTimeoutMs?: number;
  /** Milliseconds without a sign of life, during a call, after which the connection counts as lost. Default: 60,000. */
  readonly silenceMs?: number;
}

const OPTION_NAMES = {
  connect: true,
  name: true,
  connectTimeoutMs: true,
  silenceMs: true,
} as const satisfies KeysOf<RemoteBackendOptions>;

/** Bytes of the random name of a host. */
const SESSION_BYTES = 16;

/** The features of a worker that is connected. */
export interface RemoteBackend extends Backend {
  /** The system of the worker: `linux`, `darwin`. */
  readonly platform: string;
  /** Ends the connection, and with it the worker and all its commands. */
  dispose(): Promise<void>;
}

/** A connected backend, and its connection. */
export interface OpenedRemote {
  readonly backend: RemoteBackend;
  readonly link: RemoteLink;
}

/**
 * Connects to a worker and returns a backend of its ports.
 *
 * A lost connection is opened again at the next use. An operation that was sent before is never repeated unless it only
 * reads: the change that it belongs to checks the files and reports what happened.
 *
 * @throws ToolError `connection-lost` when the worker cannot be started
 */
export async function openRemote(options: RemoteBackendOptions): Promise<OpenedRemote> {
  requireOptions("remoteBackend", options, OPTION_NAMES);
  const { connect, name = "remote", connectTimeoutMs = 30_000, silenceMs = 60_000 } = options;
  if (typeof connect !== "function") throw new TypeError("connect must be a function.");
  const session = hexadecimal(crypto.getRandomValues(new Uint8Array(SESSION_BYTES)));
  const link = await RemoteLink.open(connect, { session, connectTimeoutMs, silenceMs });
  const { hello } = await link.connection();
  const { platform, ports, shell, search, trash } = hello;
  const has = (port: string) => ports.includes(port);
  const backend: RemoteBackend = {
    name,
    guarantees: {
      directories: "anchored",
      openFiles: "live",
      changes: "atomic",
      durability: "synced",
      locks: has("locks") ? "machine" : "runtime",
      processes: shell === undefined ? "none" : "all",
    },
    platform,
    files: remoteFiles(link, hello),
    ...(has("locks") && { locks: remoteLocks(link) }),
    ...(has("intentLog") && { intentLog: remoteIntentLog(link) }),
    ...(shell !== undefined && { shell: remoteShell(link, shell) }),
    ...(search !== undefined && { search: remoteSearch(link, search) }),
    ...(has("outputs") && { outputs: remoteOutputs(link) }),
    ...(trash !== undefined && {
      trash: {
        limits: trash,
        takes: async (device) =>
          (await link.look("trash.takes", { device }).catch(() => undefined))?.value === true,
        reserve: async (device, extent) => {
          const answer = await link.look("trash.reserve", { device, extent }).catch(() => undefined);
          const path = isRecord(answer?.value) ? answer.value.path : undefined;
          return typeof path === "string" && path.startsWith("/") ? path : undefined;
        },
      },
    }),
    // Computed here: only the texts of edits are needed.
    textThreads: localTextThreads(),
    dispose: async () => link.dispose(),
  };
  return { backend, link };
}
