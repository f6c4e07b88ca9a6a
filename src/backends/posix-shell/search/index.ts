export { posixSearch } from "./posix-search.js";
