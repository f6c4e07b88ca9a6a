export { readServers } from "./read-servers.js";
