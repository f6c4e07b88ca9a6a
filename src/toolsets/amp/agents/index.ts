export { type AmpFinderResult, finder } from "./finder.js";
export { type AmpKrakenResult, kraken } from "./kraken.js";
export { type AmpLibrarianResult, librarian } from "./librarian.js";
export { oracle } from "./oracle.js";
export { type AmpTaskResult, task } from "./task.js";
export { type AmpStatus, type AmpTask, type AmpTaskListResult, taskList } from "./task-list.js";
export { type AmpThreadMatch, type AmpThreadResult, findThread, readThread } from "./threads.js";
