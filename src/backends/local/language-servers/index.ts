export type { LanguageServerDefinition } from "./language-server-definition.js";
export type { LanguageServersOptions } from "./language-servers-options.js";
export {
  type LanguageServers,
  localLanguageServers,
} from "./local-language-servers.js";
export { type BuiltInServerName, KeptStarts } from "./servers/index.js";
