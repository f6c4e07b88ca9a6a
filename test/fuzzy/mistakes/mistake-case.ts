import type { Random } from "./random.js";
import type { SourceFile } from "./source-files.js";

/** One edit as a model sends it, and the one correct result. */
export interface MistakeCase {
  readonly content: string;
  readonly old: string;
  readonly next: string;
  readonly replaceAll?: boolean;
  /** The text that the model read last, if the file has changed since. */
  readonly base?: string;
  /** A unified diff, or the hunks of a V4A patch; `old` and `next` are then empty. */
  readonly patch?: string;
  /** Whether a refusal is right too. */
  readonly mayRefuse?: boolean;
  /** The bytes the file must have afterwards, or `"refuse"`. */
  readonly expect: { readonly content: string } | "refuse";
}

/** Returns a case of one kind of mistake, or `undefined` if the draw does not allow it. */
export type MistakeMaker = (random: Random, file: SourceFile) => MistakeCase | undefined;
