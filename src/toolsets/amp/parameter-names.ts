/** What other agents call the path of a file; models trained on them send these. */
export const PATH_NAMES = ["file_path", "filePath", "filename"] as const;
