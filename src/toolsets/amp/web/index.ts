export { readWebPage } from "./read-web-page.js";
export { webSearch } from "./web-search.js";
