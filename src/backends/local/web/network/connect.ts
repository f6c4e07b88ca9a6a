import { connect as openSocket, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { connect as openTls } from "node:tls";
import { ToolError } from "../../../../contract/index.js";
import type { HostAddress } from "./host-addresses.js";

/** Target of a connection. */
export interface ConnectTarget {
  /** Host as in the URL, for messages and for a proxy's own rules. */
  readonly host: string;
  readonly port: number;
  /** All checked addresses of the host: connect to no other. */
  readonly addresses: readonly HostAddress[];
  readonly signal: AbortSignal;
}

/** Opens a byte stream, without encryption. */
export type Connect = (target: ConnectTarget) => Duplex | Promise<Duplex>;

/** Connects to the first of the checked addresses that answers, without another look-up. */
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
          // A second look-up could return another address: the name stays bound to the checked ones.
          lookup: (_host, { all }, answer) => {
            if (all === true) answer(null, [...addresses]);
            else answer(null, only?.address ?? "", only?.family);
          },
        });
  return connected(socket, addresses);
};

/** Waits for a connection, and closes one that leads to an unchecked address. */
async function connected(socket: Socket, addresses: readonly HostAddress[]): Promise<Socket> {
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
  const remote = socket.remoteAddress;
  if (remote === undefined || addresses.some(({ address }) => sameAddress(address, remote))) return socket;
  socket.destroy();
  throw new ToolError(`The connection led to an address that does not belong to the host.`, {
    code: "blocked-address",
  });
}

/** Compares addresses in canonical form, as the system writes them: `::1`, not `0:0:0:0:0:0:0:1`. */
function sameAddress(one: string, other: string): boolean {
  const canonical = (address: string) =>
    address.includes(":") ? new URL(`http://[${address}]/`).hostname : address;
  return canonical(one) === canonical(other);
}

/** Adds TLS to a connection; the certificate must be valid for the host. */
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
      // A connection that is closed during the handshake may emit no other event.
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
