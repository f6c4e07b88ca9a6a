export { matchMostSimilar } from "./most-similar-matcher.js";
export { matchBlockAnchor, matchContextAware } from "./replacer-anchor-matchers.js";
export {
  matchEscapeNormalized,
  matchIndentationFlexible,
  matchLineTrimmed,
  matchTrimmedBoundary,
  matchWhitespaceNormalized,
} from "./replacer-line-matchers.js";
