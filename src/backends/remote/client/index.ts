export type { Answer, Connection } from "./connection.js";
export type { RemoteLink } from "./link.js";
export {
  type OpenedRemote,
  openRemote,
  type RemoteBackend,
  type RemoteBackendOptions,
} from "./remote-backend.js";
