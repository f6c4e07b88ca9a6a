export {
  type Answer,
  type Connection,
  type OpenedRemote,
  openRemote,
  type RemoteBackend,
  type RemoteBackendOptions,
  type RemoteLink,
} from "./client/index.js";
export {
  type BwrapConnectorOptions,
  bwrapConnector,
  type Connector,
  type ContainerConnectorOptions,
  containerConnector,
  type ProcessConnectorOptions,
  processConnector,
  type RemoteStream,
  type Ssh2Channel,
  type Ssh2Client,
  type Ssh2ConnectorOptions,
  type SshConnectorOptions,
  ssh2Connector,
  sshConnector,
  type WorkerOptions,
} from "./connectors/index.js";
export { isConnectionLost } from "./wire/index.js";
export {
  type Method,
  objectOf,
  type ServeConnectionOptions,
  type ServedCall,
  type ServePortsOptions,
  serveConnection,
  textOf,
} from "./worker/index.js";
