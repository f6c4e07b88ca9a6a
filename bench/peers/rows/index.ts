export type { Count, Row, TimedWork } from "./row.js";
export { ROWS } from "./rows.js";
