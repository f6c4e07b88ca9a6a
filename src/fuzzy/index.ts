export { applyEdit } from "./apply-edit.js";
export {
  type AppliedEdit,
  type EditMatcher,
  type EditOutcome,
  type EditRefusalReason,
  type EditRequest,
  type EditSpan,
  MAX_REPORTED_SPANS,
  MAX_RESULT_LENGTH,
  type RefusedEdit,
} from "./edit.js";
