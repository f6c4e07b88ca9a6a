export type { SessionState, SessionStateContext, ToolSession } from "./session.js";
