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
  type SshConnectorOptions,
  sshConnector,
  type WorkerOptions,
} from "../../backends/remote/index.js";
export { remoteBackend } from "./remote-backend.js";
export { type ServeRemoteOptions, serveRemote } from "./serve-remote.js";
