export { type LocalOutputStoreOptions, localOutputStore } from "./output-store.js";
