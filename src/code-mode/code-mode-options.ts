import type { AnyTool, TruncationPolicy } from "../contract/index.js";
import type { CodeEngine } from "./engine/index.js";
import type { ProgramLimits } from "./program/index.js";
import type { ProgramRecords } from "./records/index.js";

/** Options of code mode. */
export interface CodeModeOptions {
  /** The name of the tool. Default `"run_code"`. */
  readonly name?: string;
  /** The tools that programs find in `tools`. Default: all that the model could call. */
  readonly tools?: (tool: AnyTool) => boolean;
  /** The limits of a program; absent ones have their defaults. */
  readonly limits?: Partial<CodeModeLimits>;
  /** The limits of what the model reads of a program. Default: those of the runtime. */
  readonly truncation?: TruncationPolicy;
  /** Characters of the declarations in the description; above it, the description has the names alone. Default 20,000. */
  readonly maxDeclarations?: number;
  /** Default: QuickJS in a worker thread. */
  readonly engine?: CodeEngine;
  /** Stores the logs of programs, so that they survive the end of the process. Default: they are not stored. */
  readonly records?: ProgramRecords;
}

/** The limits of one program. */
export interface CodeModeLimits extends ProgramLimits {
  /** Characters that a program may put out with `text` and `image`; the model reads less (`truncation`). */
  readonly outputCharacters: number;
}

/** The default limits of a program. */
export const DEFAULT_CODE_MODE_LIMITS: CodeModeLimits = Object.freeze({
  memoryBytes: 67_108_864,
  durationMs: 1_800_000,
  computeMs: 30_000,
  calls: 1_000,
  outputCharacters: 1_000_000,
});

/** Default characters of the declarations in the description. */
export const DEFAULT_MAX_DECLARATIONS = 20_000;

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
