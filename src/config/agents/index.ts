export { readAgents } from "./read-agents.js";
