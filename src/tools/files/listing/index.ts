export { type DirectoryListing, listDirectory } from "./directory-listing.js";
export { countFolder } from "./folder-count.js";
export { LIST_IGNORE_PATTERNS } from "./ignored-names.js";
export {
  DEFAULT_LIST_LIMITS,
  type ListInput,
  type ListLimits,
  type ListOutput,
  listOperation,
} from "./list.js";
export {
  type ListDirectoryInput,
  type ListDirectoryOutput,
  listDirectoryOperation,
  MAX_DIRECTORY_ENTRIES,
} from "./list-directory.js";
