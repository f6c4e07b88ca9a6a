export { justBashBackend } from "./just-bash-backend.js";
export type { JustBashSandbox, JustBashSession } from "./just-bash-types.js";
