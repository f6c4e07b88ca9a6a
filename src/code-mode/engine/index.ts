export type { CodeEngine, EngineEnd, EngineHost, EngineLimits, EngineProgram } from "./code-engine.js";
export { type ProgramGlobals, type ProgramSetup, programSource } from "./program-source.js";
