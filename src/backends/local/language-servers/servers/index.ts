export { BUILT_IN_SERVERS, type BuiltInServerName } from "./built-in-servers.js";
export { KeptStarts } from "./kept-starts.js";
export { ServerFinder } from "./server-finder.js";
export {
  type FileGroup,
  type FileSearch,
  isBelow,
  knownBelow,
  markReported,
  missingServers,
  NOTHING_CHANGED,
  NOTHING_KNOWN,
  refusalOf,
  reportOf,
} from "./server-report.js";
export { ServerSlot } from "./server-slot.js";
export { StartPermissions } from "./start-permissions.js";
