import type { CallProfile } from "../../batching/index.js";
import type { ToolKind } from "../../contract/index.js";
import type { CommandReading, JudgedFacts } from "../../permissions/index.js";
import type { PathEffects } from "./moving-names.js";

/** Resources that a call touches, with real paths: permissions judge them and the scheduler compares them. */
export interface CallFacts {
  readonly facts: JudgedFacts & { readonly paths: NonNullable<JudgedFacts["paths"]> };
  /** The session's working directory with its symlinks resolved, as in the paths. */
  readonly realCwd: string;
  readonly profile: CallProfile;
  readonly effects: PathEffects;
  /** The kind of the call, if it is not that of the tool. */
  readonly kind?: ToolKind;
  /** The parsed shell command, if there is one. */
  readonly reading?: CommandReading;
}
