export { type DiscoveredGuidance, discoveredGuidance, guidanceOfNewFolder } from "./discovered-guidance.js";
export { diffName, isAbsolutePath, isWindowsPath, pathFrom } from "./display-path.js";
export { filePreview, previewText } from "./file-preview.js";
export { reportingInOrder } from "./guidance-order.js";
export {
  editingKeys,
  endsWithSlash,
  lastName,
  namingKeys,
  parentFolder,
  readingKeys,
  volumeKey,
  writingKeys,
} from "./path-keys.js";
export { secretChangeError } from "./secret-file.js";
export { missingPath, similarPaths, suggestionSentence, withSimilarPaths } from "./similar-names.js";
export { requireWellFormed } from "./well-formed-text.js";
