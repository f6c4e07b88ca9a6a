export { GIT_CHANGES, type GitChange } from "./git-changes.js";
export { GIT_READING } from "./git-reading.js";
