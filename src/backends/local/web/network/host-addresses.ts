import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { ToolError } from "../../../../contract/index.js";
import { isPublicAddress } from "./public-address.js";

/** An IP address that a host name stands for. */
export interface HostAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Looks up all addresses of a host name. */
export type ResolveHost = (host: string) => Promise<readonly HostAddress[]>;

/** Names that mean this machine or its network whatever a name server says (RFC 6761, RFC 6762, RFC 8375), with all below them. */
const LOCAL_NAMES = ["localhost", "local", "localdomain", "internal", "home.arpa"];

/** Asks the system, as every program on this machine does. */
export const resolveBySystem: ResolveHost = async (host) =>
  (await lookup(host, { all: true })).map(({ address, family }) => ({
    address,
    family: family === 6 ? 6 : 4,
  }));

/**
 * The addresses that a host stands for, every one of them public.
 *
 * A host with a single address that is not public is refused altogether: a name that is both outside and inside is a trap
 * or a mistake, and which of them a connection takes is up to chance.
 *
 * @param host - a name, or an address without brackets
 * @throws ToolError `blocked-address`, `network-error`
 */
export async function publicAddresses(host: string, resolve: ResolveHost): Promise<readonly HostAddress[]> {
  requireOutside(host);
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family: family === 6 ? 6 : 4 }];
  let addresses: readonly HostAddress[];
  try {
    addresses = await resolve(host.toLowerCase());
  } catch (cause) {
    throw unknownHost(host, cause);
  }
  // A host's own look-up may answer anything.
  if (!Array.isArray(addresses) || addresses.length === 0) throw unknownHost(host, undefined);
  if (addresses.every((each) => typeof each?.address === "string" && isPublicAddress(each.address))) {
    return addresses;
  }
  throw blocked(host);
}

/**
 * Refuses what is inside without a look-up: an address that is not public, and the names of this machine and its network.
 *
 * Node never looks up an address, so a check at look-up alone would let every address pass.
 *
 * @throws ToolError `blocked-address`
 */
export function requireOutside(host: string): void {
  const name = host.toLowerCase();
  const isLocalName = LOCAL_NAMES.some((local) => name === local || name.endsWith(`.${local}`));
  if (isLocalName || (isIP(host) !== 0 && !isPublicAddress(host))) throw blocked(host);
}

/** Says nothing about the addresses: what names mean inside a network is nobody's business outside. */
function blocked(host: string): ToolError {
  return new ToolError(
    `'${host}' is this machine or an address of its network, which web pages are not read from. Only hosts of the public internet can be visited: look for the content there, or ask the user for it.`,
    { code: "blocked-address" },
  );
}

function unknownHost(host: string, cause: unknown): ToolError {
  return new ToolError(
    `The host '${host}' was not found. Check its spelling; search the web for the page if you are not sure.`,
    { code: "network-error", retryable: false, ...(cause !== undefined && { cause }) },
  );
}
