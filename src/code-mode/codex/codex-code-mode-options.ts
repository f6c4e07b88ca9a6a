import type { CodeModeOptions } from "../code-mode-options.js";

/** A text of a program for the model that should not wait for the end of the program. */
export interface ProgramNotice {
  /** The id of the call of `exec`. */
  readonly callId: string;
  readonly cellId: string;
  readonly text: string;
}

/** Options of {@link codexCodeMode}. */
export interface CodexCodeModeOptions extends Omit<CodeModeOptions, "name"> {
  /** Passes a text of `notify` to the model at once. Default: it is part of the output. */
  readonly onNotify?: (notice: ProgramNotice) => void;
}
