export { answeredResults, type ToToolResultsOptions } from "./answered-results.js";
export { type ImageType, imageTypeOf, isPdf } from "./file-signature.js";
export { omittedPart } from "./omitted-part.js";
export {
  contentPieces,
  onlyJson,
  piecesMedia,
  piecesText,
  type ResultPiece,
  resultPieces,
} from "./result-pieces.js";
