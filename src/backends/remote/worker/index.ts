export { type ServeRemoteOptions, serveRemote } from "./serve-remote.js";
