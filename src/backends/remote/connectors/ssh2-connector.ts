import { createHash } from "node:crypto";
import { connect as connectSocket, type Socket } from "node:net";
import type { Readable } from "node:stream";
import { shellQuoted } from "../../../text/index.js";
import { type KeysOf, requireOptions, withoutUndefined } from "../../../values/index.js";
import { connectorOf, WORKER_OPTIONS, type WorkerOptions } from "./connectors.js";
import type { Connector, RemoteStream } from "./remote-stream.js";

/** The part of a channel of ssh2 that is used. */
export interface Ssh2Channel extends AsyncIterable<unknown> {
  readonly stderr: Readable;
  write(bytes: Uint8Array, done: (error?: Error | null) => void): boolean;
  end(): void;
  on(event: "error", listener: (error: Error) => void): unknown;
}

/** The part of the `Client` of ssh2 that is used. */
export interface Ssh2Client {
  connect(config: object): unknown;
  exec(command: string, done: (error: Error | undefined, channel: Ssh2Channel) => void): unknown;
  end(): unknown;
  once(event: "ready", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "close", listener: () => void): unknown;
}

/** Options of {@link ssh2Connector}. */
export interface Ssh2ConnectorOptions extends WorkerOptions {
  /** The `Client` of the package ssh2. */
  readonly Client: new () => Ssh2Client;
  /** Name or address of the machine. */
  readonly host: string;
  /** Default: 22. */
  readonly port?: number;
  /** User of the machine, as whom the worker runs. */
  readonly username: string;
  /**
   * Fingerprint of the key of the machine, as `ssh-keygen -lf` prints it: `SHA256:` and 43 characters. A machine with
   * another key is refused before the login.
   */
  readonly hostKey: string;
  /** Private key in the format of OpenSSH or PEM. */
  readonly privateKey?: string | Uint8Array;
  /** Passphrase of the private key. */
  readonly passphrase?: string;
  /** Password of the user. */
  readonly password?: string;
  /** Path of the socket of an agent, for example `process.env.SSH_AUTH_SOCK`. */
  readonly agent?: string;
}

const OPTION_NAMES = {
  ...WORKER_OPTIONS,
  Client: true,
  host: true,
  port: true,
  username: true,
  hostKey: true,
  privateKey: true,
  passphrase: true,
  password: true,
  agent: true,
} as const satisfies KeysOf<Ssh2ConnectorOptions>;

const FINGERPRINT = /^SHA256:[A-Za-z0-9+/]{43}$/;

/** Milliseconds between two signs of life, as for `sshConnector`. */
const KEEPALIVE_MS = 15_000;

/** Characters of error output that a message shows. */
const MAX_COMPLAINT_CHARACTERS = 2_000;

/**
 * Creates a connector that starts a worker through the package ssh2, where there is no `ssh` program or its
 * configuration is not wanted. Nothing of the user's ssh configuration is read. The connection sends each message at
 * once (`setNoDelay`): otherwise each one would wait up to 40 ms.
 *
 * @example
 * import { Client } from "ssh2";
 * const connect = ssh2Connector({ Client, host: "build.example.com", username: "ci", hostKey: "SHA256:…", privateKey });
 */
export function ssh2Connector(options: Ssh2ConnectorOptions): Connector {
  requireOptions("ssh2Connector", options, OPTION_NAMES);
  const { Client, host, username, hostKey } = options;
  if (typeof Client !== "function")
    throw new TypeError('Client must be the class of ssh2: import { Client } from "ssh2".');
  if (typeof host !== "string" || host === "") throw new TypeError("host must be the name of a machine.");
  if (typeof username !== "string" || username === "") throw new TypeError("username must be a text.");
  if (typeof hostKey !== "string" || !FINGERPRINT.test(hostKey))
    throw new TypeError(
      'hostKey must be a fingerprint such as "SHA256:…", as "ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub" prints it on the machine.',
    );
  return connectorOf(options, (worker) => open(options, worker.map(shellQuoted).join(" ")));
}

async function open(options: Ssh2ConnectorOptions, command: string): Promise<RemoteStream> {
  const { Client, host, port = 22, username, hostKey, privateKey, passphrase, password, agent } = options;
  const sock = await opened(connectSocket({ host, port }));
  const client = new Client();
  const end = () => {
    client.end();
    sock.destroy();
  };
  let complaint = "";
  let offered: string | undefined;
  const channel = await new Promise<Ssh2Channel>((resolve, reject) => {
    client.on("error", (error) => {
      complaint ||= error.message;
      const other = offered !== undefined && offered !== hostKey;
      reject(other ? new Error(`the key of '${host}' is ${offered}, but hostKey is ${hostKey}`) : error);
    });
    client.on("close", () => reject(new Error(`'${host}' closed the connection`)));
    client.once("ready", () => {
      client.exec(command, (error, started) => (error ? reject(error) : resolve(started)));
    });
    client.connect({
      sock,
      username,
      keepaliveInterval: KEEPALIVE_MS,
      hostVerifier: (key: Uint8Array) => {
        offered = fingerprintOf(key);
        return offered === hostKey;
      },
      ...(privateKey !== undefined && {
        privateKey: typeof privateKey === "string" ? privateKey : Buffer.from(privateKey),
      }),
      ...withoutUndefined({ passphrase, password, agent }),
    });
  }).catch((error: unknown) => {
    end();
    throw error;
  });
  channel.stderr.on("data", (chunk: Buffer) => {
    if (complaint.length < MAX_COMPLAINT_CHARACTERS) complaint += chunk.toString("latin1");
  });
  // The end of the input says it.
  channel.on("error", () => {});
  return {
    input: channel as AsyncIterable<Uint8Array>,
    write: (bytes) =>
      new Promise((resolve, reject) => {
        channel.write(bytes, (error) => (error ? reject(error) : resolve()));
      }),
    close: () => {
      channel.end();
      end();
    },
    problem: () => {
      const text = complaint.trim().slice(0, MAX_COMPLAINT_CHARACTERS);
      return text === "" ? undefined : `'${host}' says: ${text}`;
    },
  };
}

/** Waits until a socket is connected, and makes it send at once. */
async function opened(sock: Socket): Promise<Socket> {
  sock.setNoDelay(true);
  await new Promise<void>((resolve, reject) => {
    sock.once("connect", resolve);
    sock.once("error", reject);
  });
  // A later failure is reported by the client.
  sock.on("error", () => {});
  return sock;
}

function fingerprintOf(key: Uint8Array): string {
  return `SHA256:${createHash("sha256")
    .update(key)
    .digest("base64")
    .replace(/={1,2}$/, "")}`;
}
