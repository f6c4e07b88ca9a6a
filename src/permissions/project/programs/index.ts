export { PROJECT_PROGRAMS } from "./project-programs.js";
