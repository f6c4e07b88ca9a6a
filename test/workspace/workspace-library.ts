// Exports that the script of a separate process needs to change files: `as-nobody.ts` bundles it.
export { localBackend } from "../../src/backends/local/index.js";
export { createWorkspace } from "../../src/workspace/index.js";
export { interferedBackend } from "./faulty-backend.js";
