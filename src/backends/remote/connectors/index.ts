export {
  type BwrapConnectorOptions,
  bwrapConnector,
  type ContainerConnectorOptions,
  containerConnector,
  type ProcessConnectorOptions,
  processConnector,
  type SshConnectorOptions,
  sshConnector,
  type WorkerOptions,
} from "./connectors.js";
export type { Connector, RemoteStream } from "./remote-stream.js";
export {
  type Ssh2Channel,
  type Ssh2Client,
  type Ssh2ConnectorOptions,
  ssh2Connector,
} from "./ssh2-connector.js";
