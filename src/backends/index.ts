export {
  type EnvironmentOptions,
  type LocalBackend,
  type LocalBackendOptions,
  localBackend,
  SECRET_VARIABLES,
} from "./local/index.js";
