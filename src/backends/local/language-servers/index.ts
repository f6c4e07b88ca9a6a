export type { LanguageServerDefinition } from "./language-server-definition.js";
export type { LanguageServers, LanguageServersOptions } from "./language-servers-options.js";
export { localLanguageServers } from "./local-language-servers.js";
export { type BuiltInServerName, KeptStarts } from "./servers/index.js";
