export { attachedPaths } from "./attached-paths.js";
export { contentChanges } from "./content-changes.js";
export { gitPaths } from "./git-paths.js";
export { namedByValue, namedInTexts } from "./named-in-text.js";
