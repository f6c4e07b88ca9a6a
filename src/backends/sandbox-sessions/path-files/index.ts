export type { PathAccess, PathFacts } from "./path-access.js";
export { pathFileSystem } from "./path-file-system.js";
