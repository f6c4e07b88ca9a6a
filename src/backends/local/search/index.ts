export { localSearch } from "./local-search.js";
