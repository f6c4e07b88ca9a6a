export { styleFor, type TextStyle } from "./style.js";
export { toolPage, toolTable } from "./tool-listing.js";
