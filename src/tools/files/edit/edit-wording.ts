/** The model's names of the tools and parameters in error messages. */
export interface EditWording {
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll: string;
  /** The tool that creates files. */
  readonly createTool: string;
  /** The tool that reads files. */
  readonly readTool: string;
}

/** The words of the Amp specification. */
export const DEFAULT_EDIT_WORDING: EditWording = {
  oldText: "old_str",
  newText: "new_str",
  replaceAll: "replace_all",
  createTool: "create_file",
  readTool: "Read",
};
