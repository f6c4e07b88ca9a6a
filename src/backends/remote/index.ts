export { type RemoteBackend, type RemoteBackendOptions, remoteBackend } from "./client/index.js";
export {
  type BwrapConnectorOptions,
  bwrapConnector,
  type Connector,
  type ContainerConnectorOptions,
  containerConnector,
  type ProcessConnectorOptions,
  processConnector,
  type RemoteStream,
  type SshConnectorOptions,
  sshConnector,
  type WorkerOptions,
} from "./connectors/index.js";
export { type ServeRemoteOptions, serveRemote } from "./worker/index.js";
