export { Creation } from "./creation.js";
export { folderContent, MAX_KEPT_ENTRIES } from "./folder-content.js";
export { type FolderContent, FolderRemoval, imageOf } from "./folder-removal.js";
export { Relocation } from "./relocation.js";
export { Removal } from "./removal.js";
export { Replacement } from "./replacement.js";
