import type { Connect, ResolveHost } from "./network/index.js";

/** Options of web pages read by the local backend. */
export interface LocalWebOptions {
  /** Permitted ports. Default 80, 443, 8080, 8443. */
  readonly ports?: readonly number[];
  /** Milliseconds for a whole page, without the time of questions; at most 120,000. Default 30,000. */
  readonly timeoutMs?: number;
  /** Milliseconds without received data. Default 10,000. */
  readonly idleTimeoutMs?: number;
  /** Largest text page, in bytes after decompression. Default 5 MiB. */
  readonly maxTextBytes?: number;
  /**
   * `false` disables the cache; by default pages are cached in memory for 15 minutes, if their headers
   * permit.
   */
  readonly cache?: false;
  /** Value of the `User-Agent` header. */
  readonly userAgent?: string;
  /**
   * Looks up all addresses of a name. Default: the system's resolver. Its answers are checked in the same
   * way.
   */
  readonly resolve?: ResolveHost;
  /**
   * Opens the connection to one of the checked addresses; TLS is added on top of it. Default: directly.
   *
   * Use it for a proxy (`CONNECT`, SOCKS). Pass the proxy the address, not the host: with the name it does
   * its own look-up and can connect anywhere, and the check of addresses has no effect. Proxies in the
   * environment are never used.
   */
  readonly connect?: Connect;
}
