export type { LanguageServerDefinition } from "./language-server-definition.js";
export {
  type LanguageServers,
  type LanguageServersOptions,
  localLanguageServers,
} from "./local-language-servers.js";
export type { BuiltInServerName } from "./servers/index.js";
