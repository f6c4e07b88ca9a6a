export { styleFor, type TextStyle } from "./style.js";
export { toolPage } from "./tool-page.js";
export { toolTable } from "./tool-table.js";
