export {
  booleanOf,
  type ConfigRecord,
  type ConfigValue,
  configValue,
  entriesOf,
  itemsOf,
  member,
  plainValue,
  textOf,
  textsOf,
} from "./config-value.js";
export { lineIndex } from "./line-index.js";
export { type FrontMatter, parseFrontMatter } from "./parse-front-matter.js";
export { parseJson } from "./parse-json.js";
export { parseToml } from "./parse-toml.js";
