export {
  type EnvironmentOptions,
  type LocalBackend,
  type LocalBackendOptions,
  localBackend,
  localStateDirectory,
  SECRET_VARIABLES,
} from "./local/index.js";
