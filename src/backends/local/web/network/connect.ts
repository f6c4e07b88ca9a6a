import { connect as openSocket, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { connect as openTls } from "node:tls";
import { ToolError } from "../../../../contract/index.js";
import type { HostAddress } from "./host-addresses.js";

/** Where to connect to. */
export interface ConnectTarget {
  /** As the URL has it, for messages and for a proxy's own rules. */
  readonly host: string;
  readonly port: number;
  /** All addresses of the host, checked: nothing else may be connected to. */
  readonly addresses: readonly HostAddress[];
  readonly signal: AbortSignal;
}

/** Opens a connection of bytes, encryption not included. */
export type Connect = (target: ConnectTarget) => Duplex | Promise<Duplex>;

/** Connects to one of the addresses that were checked, the first that answers; looks nothing up again. */
export const connectDirectly: Connect = ({ host, port, addresses, signal }) => {
  const [only] = addresses;
  const socket =
    addresses.length === 1 && only !== undefined
      ? openSocket({ host: only.address, port, signal })
      : openSocket({
          host,
          port,
          signal,
          autoSelectFamily: true,
          // Whoever looked the name up again could get another answer: the name stays bound to what was checked.
          lookup: (_host, { all }, answer) => {
            if (all === true) answer(null, [...addresses]);
            else answer(null, only?.address ?? "", only?.family);
          },
        });
  return connected(socket, addresses);
};

/** Waits for a connection, and drops one that leads to an address nobody checked. */
async function connected(socket: Socket, addresses: readonly HostAddress[]): Promise<Socket> {
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
  const remote = socket.remoteAddress;
  if (remote === undefined || addresses.some(({ address }) => sameAddress(address, remote))) return socket;
  socket.destroy();
  throw new ToolError(`The connection led to another address than that of the host.`, {
    code: "blocked-address",
  });
}

/** The system writes addresses its own way: `::1`, not `0:0:0:0:0:0:0:1`. */
function sameAddress(one: string, other: string): boolean {
  const canonical = (address: string) =>
    address.includes(":") ? new URL(`http://[${address}]/`).hostname : address;
  return canonical(one) === canonical(other);
}

/** Puts encryption on a connection; the certificate must be the host's. */
export async function encrypted(stream: Duplex, host: string, signal: AbortSignal): Promise<Duplex> {
  const isAddress = /^[\d.]+$|:/.test(host);
  const secure = openTls({
    socket: stream,
    host,
    ALPNProtocols: ["http/1.1"],
    ...(!isAddress && { servername: host }),
  });
  const onAbort = () => secure.destroy(signal.reason as Error);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      secure.once("secureConnect", resolve);
      secure.once("error", reject);
      // A connection that is closed during the handshake may say nothing else.
      secure.once("close", () => reject(new Error("closed during the handshake")));
    });
    return secure;
  } catch (error) {
    stream.destroy();
    throw error;
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
