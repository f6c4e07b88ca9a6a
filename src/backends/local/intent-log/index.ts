export { type LocalIntentLogOptions, localIntentLog } from "./intent-log.js";
