export { undeclaredTouches } from "./undeclared-touches.js";
export type { Touch } from "./watch-backend.js";
export { type TouchListener, watchBackend } from "./watch-backend.js";
