export { type LocalThreadStoreOptions, localThreadStore } from "./thread-store.js";
