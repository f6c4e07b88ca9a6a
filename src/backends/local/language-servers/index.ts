export type { BuiltInServerName } from "./built-in-servers.js";
export type { LanguageServerDefinition } from "./language-server-definition.js";
export {
  type LanguageServers,
  type LanguageServersOptions,
  localLanguageServers,
} from "./local-language-servers.js";
