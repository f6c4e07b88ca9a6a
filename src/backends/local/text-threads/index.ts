export { localTextThreads } from "./local-text-threads.js";
