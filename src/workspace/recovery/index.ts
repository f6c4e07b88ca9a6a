export { finishInterrupted } from "./finish-interrupted.js";
