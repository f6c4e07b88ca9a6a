export { ConfigReader, type ConfigReaderOptions, type ConfigScope } from "./config-reader.js";
export { type ConfigMode, type ConfigSandbox, MODE_PRESETS, type OwnerConfig } from "./owner-config.js";
