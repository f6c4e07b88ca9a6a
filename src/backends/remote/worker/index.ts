export { type ServeConnectionOptions, type ServePortsOptions, serveConnection } from "./serve-remote.js";
export { type Method, objectOf, type ServedCall, textOf } from "./served-call.js";
