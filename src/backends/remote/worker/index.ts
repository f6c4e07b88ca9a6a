export { type ServeConnectionOptions, type ServeRemoteOptions, serveConnection } from "./serve-remote.js";
export { type Method, objectOf, type ServedCall, textOf } from "./served-call.js";
