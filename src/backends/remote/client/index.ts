export { type RemoteBackend, type RemoteBackendOptions, remoteBackend } from "./remote-backend.js";
