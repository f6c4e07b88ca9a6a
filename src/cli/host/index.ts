export { addHostOptions, addYesOption, folderOf, type HostArguments, openRuntime } from "./host-options.js";
