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
