export { hostResult, tellHost } from "./host-call.js";
export { KnownOutputs } from "./known-outputs.js";
export { parentsOf, worksOnFiles } from "./works-on-files.js";
