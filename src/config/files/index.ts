export {
  type ConfigEntry,
  type ConfigFiles,
  type ConfigText,
  MAX_CONFIG_BYTES,
} from "./config-files.js";
export { localConfigFiles } from "./local-config-files.js";
