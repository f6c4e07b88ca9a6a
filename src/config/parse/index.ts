export {
  booleanOf,
  type ConfigRecord,
  type ConfigValue,
  entriesOf,
  itemsOf,
  member,
  plainValue,
  textOf,
  textsOf,
} from "./config-value.js";
export { type FrontMatter, parseFrontMatter } from "./parse-front-matter.js";
export { parseJson } from "./parse-json.js";
export { parseToml } from "./parse-toml.js";
