import type { CallProfile } from "../../batching/index.js";
import type { CommandReading, JudgedFacts } from "../../permissions/index.js";
import type { PathEffects } from "./moving-names.js";

/** Resources that a call touches, with real paths: permissions judge them and the scheduler compares them. */
export interface CallFacts {
  readonly facts: JudgedFacts & { readonly paths: NonNullable<JudgedFacts["paths"]> };
  /** The session's working directory with its symlinks resolved, as the paths are. */
  readonly realCwd: string;
  readonly profile: CallProfile;
  readonly effects: PathEffects;
  /** What was read of the shell command, where there is one. */
  readonly reading?: CommandReading;
}
