import type { MatcherName } from "../../../fuzzy/index.js";
import type { DiscoveredGuidance } from "../../paths/index.js";

/** Result of an edit. */
export interface EditOutput {
  /** Absolute, symlinks resolved. */
  readonly path: string;
  /** Whether the edit created the file. */
  readonly created: boolean;
  /** In git's unified format, with names relative to the session's cwd. */
  readonly diff: string;
  /** First and last changed line, in the new text, from 1. */
  readonly lineRange: readonly [number, number];
  readonly replacements: number;
  /** The matcher that found the text. */
  readonly matcher: MatcherName;
  /** 1 for text that was found literally. */
  readonly similarity: number;
  /** Warnings for the model about a match that was not exact. */
  readonly warnings: readonly string[];
  readonly guidance: readonly DiscoveredGuidance[];
}
