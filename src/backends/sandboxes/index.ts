export { type BubblewrapBackendOptions, bubblewrapBackend } from "./bubblewrap-backend.js";
export {
  type ContainerBackend,
  type ContainerBackendOptions,
  containerBackend,
} from "./container-backend.js";
export type { SandboxLimits } from "./sandbox-limits.js";
