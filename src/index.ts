// The main entry point (`collet`): all of `collet/core`, with built-in tools on this machine.
export {
  type Durability,
  type EnvironmentOptions,
  type LanguageServerDefinition,
  type LanguageServersOptions,
  type LocalBackend,
  type LocalBackendOptions,
  type LocalOutputStoreOptions,
  type LocalShellOptions,
  type LocalThreadStoreOptions,
  type LocalWebOptions,
  localBackend,
  localThreadStore,
  type SyntaxGrammar,
  type SyntaxOptions,
} from "./backends/local/index.js";
export * from "./core.js";
export {
  type ConnectingToolRuntime,
  createToolRuntime,
  type DefaultToolMap,
  type ToolRuntimeOptions,
  type ToolsetChoice,
} from "./create-tool-runtime.js";
export { type AmpTools, ampToolset, type Toolset } from "./toolsets/index.js";
