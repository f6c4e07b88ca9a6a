export { answeredResults, type ToToolResultsOptions } from "./answered-results.js";
export { type ImageType, imageTypeOf, isPdf, omittedPart } from "./media-part.js";
export {
  contentPieces,
  onlyJson,
  piecesMedia,
  piecesText,
  type ResultPiece,
  resultPieces,
} from "./result-pieces.js";
