export { localSearch } from "./local-search.js";
export { findRipgrep } from "./ripgrep-binary.js";
