// What a script of a process of its own needs to change files: `as-nobody.ts` bundles it.
export { localBackend } from "../../src/backends/index.js";
export { createWorkspace } from "../../src/workspace/index.js";
export { interferedBackend } from "./faulty-backend.js";
