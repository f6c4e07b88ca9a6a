import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { ToolError } from "../../../../contract/index.js";
import { isPublicAddress } from "./public-address.js";

/** An IP address of a host name. */
export interface HostAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Looks up all addresses of a host name. */
export type ResolveHost = (host: string) => Promise<readonly HostAddress[]>;

/**
 * Names that always mean this machine or its network, with all their subdomains (RFC 6761, RFC 6762, RFC
 * 8375).
 */
const LOCAL_NAMES = ["localhost", "local", "localdomain", "internal", "home.arpa"];

/** Looks up a name with the system's resolver, as every program on this machine does. */
export const resolveBySystem: ResolveHost = async (host) =>
  (await lookup(host, { all: true })).map(({ address, family }) => ({
    address,
    family: family === 6 ? 6 : 4,
  }));

/**
 * Returns the addresses of a host, all of them public.
 *
 * Refuses a host completely if one of its addresses is not public: a name that is both outside and inside is
 * a trap or a mistake, and the address of a connection would be random.
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
  // A host application's own resolver may return anything.
  if (!Array.isArray(addresses) || addresses.length === 0) throw unknownHost(host, undefined);
  if (addresses.every((each) => typeof each?.address === "string" && isPublicAddress(each.address))) {
    return addresses;
  }
  throw blocked(host);
}

/**
 * Refuses internal hosts without a look-up: addresses that are not public, and the names of this machine and
 * its network. Node never looks up an address, so a check at look-up alone would let every address pass.
 *
 * @throws ToolError `blocked-address`
 */
export function requireOutside(host: string): void {
  const name = host.toLowerCase();
  const isLocalName = LOCAL_NAMES.some((local) => name === local || name.endsWith(`.${local}`));
  if (isLocalName || (isIP(host) !== 0 && !isPublicAddress(host))) throw blocked(host);
}

/** Does not reveal the addresses: internal name resolution must stay private. */
function blocked(host: string): ToolError {
  return new ToolError(
    `'${host}' is this machine or an address in its network, and pages cannot be read from there. Only hosts of the public internet can be visited: look for the content there, or ask the user for it.`,
    { code: "blocked-address" },
  );
}

function unknownHost(host: string, cause: unknown): ToolError {
  return new ToolError(
    `The host '${host}' was not found. Check its spelling; search the web for the page if you are not sure.`,
    { code: "network-error", retryable: false, cause },
  );
}
