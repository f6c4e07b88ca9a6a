export { CallRun } from "./call-run.js";
