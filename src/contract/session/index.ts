export type { ToolSession } from "./session.js";
export type { SessionPlace, SessionState } from "./session-state.js";
