export {
  addHostOptions,
  addPortOption,
  addRecordOption,
  addYesOption,
  folderOf,
  type HostArguments,
  openRuntime,
  untilAborted,
} from "./host-options.js";
