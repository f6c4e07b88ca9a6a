export { type MemoryCommand, memoryOperation } from "./memory.js";
export { MEMORY_ROOT, type MemoryFolder } from "./memory-path.js";
