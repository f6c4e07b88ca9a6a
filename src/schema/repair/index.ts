export { findHostileInput } from "./hostile-input.js";
export { findOversizedJson } from "./input-limits.js";
export { type RepairedInput, type RepairOptions, repairInput } from "./repair-input.js";
