export { matchBlockAnchor, matchContextAware } from "./replacer-anchor-matchers.js";
export {
  matchEscapeNormalized,
  matchIndentationFlexible,
  matchLineTrimmed,
  matchTrimmedBoundary,
  matchWhitespaceNormalized,
} from "./replacer-line-matchers.js";
export { matchDiffMatchPatch } from "./replacer-patch-matcher.js";
