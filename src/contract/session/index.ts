export type { ToolSession } from "./session.js";
export type { SessionState, SessionStateContext } from "./session-state.js";
