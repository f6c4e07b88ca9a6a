export type { Touch } from "./touch.js";
export { undeclaredTouches } from "./undeclared-touches.js";
export { type TouchListener, watchBackend } from "./watch-backend.js";
