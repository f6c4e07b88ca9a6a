export type { Connect, ConnectTarget } from "./connect.js";
export type { HostAddress, ResolveHost } from "./host-addresses.js";
export { localPages } from "./local-pages.js";
export type { LocalWebOptions } from "./local-web-options.js";
