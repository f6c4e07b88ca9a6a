export {
  type PosixExec,
  type PosixExecOptions,
  type PosixExecResult,
  type PosixShellBackend,
  type PosixShellBackendOptions,
  posixShellBackend,
} from "../../backends/posix-shell/index.js";
export {
  type BwrapConnectorOptions,
  bwrapConnector,
  type Connector,
  type ContainerConnectorOptions,
  containerConnector,
  type ProcessConnectorOptions,
  processConnector,
  type RemoteBackend,
  type RemoteBackendOptions,
  type RemoteStream,
  type ServePortsOptions,
  type SshConnectorOptions,
  sshConnector,
  type WorkerOptions,
} from "../../backends/remote/index.js";
export {
  type BubblewrapBackendOptions,
  bubblewrapBackend,
  type ContainerBackend,
  type ContainerBackendOptions,
  containerBackend,
  type SandboxLimits,
} from "../../backends/sandboxes/index.js";
export { remoteBackend } from "./remote-backend.js";
export { type ServeRemoteOptions, serveRemote } from "./serve-remote.js";
