export { SHELLS } from "./shells.js";
export type { WrapperOption, WrapperTable, WrapperWord } from "./wrapper-table.js";
export {
  bareName,
  type ListedWrapper,
  listedWrapper,
  WITH_OPERAND,
  WRAPPER_TABLES,
  WRAPPERS,
} from "./wrapper-tables.js";
