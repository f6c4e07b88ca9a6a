export { readClaudeServers } from "./claude-servers.js";
