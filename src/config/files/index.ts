export {
  type ConfigEntry,
  type ConfigFiles,
  type ConfigText,
  MAX_CONFIG_BYTES,
  MAX_CONFIG_ENTRIES,
} from "./config-files.js";
export { localConfigFiles } from "./local-config-files.js";
