export type { SessionStateMethods } from "./async-session-state.js";
export type { ExportRoot } from "./export-root.js";
export { guidanceState } from "./guidance-state.js";
export { journalState } from "./journal-state.js";
export { readsState } from "./reads-state.js";
