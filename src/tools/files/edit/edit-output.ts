import type { MatcherName } from "../../../fuzzy/index.js";
import type { DiscoveredGuidance } from "../../paths/index.js";

/** What an edit did. */
export interface EditOutput {
  /** Absolute, symlinks resolved. */
  readonly path: string;
  /** Whether the edit made the file. */
  readonly created: boolean;
  /** In git's unified form, named relative to the session's cwd. */
  readonly diff: string;
  /** First and last changed line, in the new text, from 1. */
  readonly lineRange: readonly [number, number];
  readonly replacements: number;
  /** How the text was found. */
  readonly matcher: MatcherName;
  /** 1 for text that was found as it stands. */
  readonly similarity: number;
  /** What the model should know about a match that was not exact. */
  readonly warnings: readonly string[];
  readonly guidance: readonly DiscoveredGuidance[];
}
