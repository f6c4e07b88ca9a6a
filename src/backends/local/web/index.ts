export { localPages } from "./local-pages.js";
export type { LocalWebOptions } from "./local-web-options.js";
export type { Connect, ConnectTarget, HostAddress, ResolveHost } from "./network/index.js";
