import type { Connect, ResolveHost } from "./network/index.js";

/** How the local backend reads web pages. */
export interface LocalWebOptions {
  /** Ports that pages are read from. Default 80, 443, 8080, 8443. */
  readonly ports?: readonly number[];
  /** Milliseconds for a page in all, questions not counted; at most 120,000. Default 30,000. */
  readonly timeoutMs?: number;
  /** Milliseconds without a byte. Default 10,000. */
  readonly idleTimeoutMs?: number;
  /** Bytes of text that are read of a page, after decompression. Default 5 MiB. */
  readonly maxTextBytes?: number;
  /** `false` keeps no page; otherwise pages are kept for 15 minutes in memory, as far as their headers allow. */
  readonly cache?: false;
  /** What pages are asked for as. */
  readonly userAgent?: string;
  /** Looks up all addresses of a name. Default: the system. What it answers is checked like the system's answer. */
  readonly resolve?: ResolveHost;
  /**
   * Opens the connection, to one of the addresses that were checked; TLS is put on top of it. Default: directly.
   *
   * The place for a proxy (`CONNECT`, SOCKS). Give the proxy the address, not the host: with the name it looks up and connects to
   * what it likes, and the check of addresses is up to it. Proxies in the environment are never used.
   */
  readonly connect?: Connect;
}
