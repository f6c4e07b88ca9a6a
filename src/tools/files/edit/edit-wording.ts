/** The model's names of the tools and parameters in error messages. */
export interface EditWording {
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll: string;
  /** The tool that creates files. */
  readonly createTool: string;
  /** The tool that reads files. */
  readonly readTool: string;
  /** The first sentence about a text that is not in the file. Default: the words of the Amp specification. */
  readonly notFound?: string | undefined;
  /** Returns the first sentence about a text that is in several places. Default: the words of the Amp specification. */
  readonly ambiguous?: ((places: number) => string) | undefined;
}

/** The words of the Amp specification. */
export const DEFAULT_EDIT_WORDING: EditWording = {
  oldText: "old_str",
  newText: "new_str",
  replaceAll: "replace_all",
  createTool: "create_file",
  readTool: "Read",
};
