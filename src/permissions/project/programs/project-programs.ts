import type { ProjectProgram } from "../project-program.js";
import { COMPILED } from "./compiled.js";
import { JAVASCRIPT } from "./javascript.js";
import { MANAGED } from "./managed.js";
import { PYTHON } from "./python.js";

/** Every program with actions that the preset `"project"` allows. */
export const PROJECT_PROGRAMS: readonly ProjectProgram[] = [
  ...JAVASCRIPT,
  ...PYTHON,
  ...COMPILED,
  ...MANAGED,
];
