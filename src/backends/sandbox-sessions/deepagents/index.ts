export { type DeepagentsExecuted, type DeepagentsSandbox, deepagentsBackend } from "./deepagents-backend.js";
