import { type FailureReason, fileFailure } from "../failure/index.js";

/** Facts about source and target of a rename. */
export interface RenameFacts {
  /** Whether the source is a directory. */
  readonly sourceIsDirectory: boolean;
  /** Existing entry with the new name. */
  readonly target: "nothing" | "empty-directory" | "full-directory" | "no-directory";
  readonly targetPath: string;
  /** Whether the target directory is the source or inside it. */
  readonly targetIsInsideSource: boolean;
  /** Whether the existing entry with the new name is a folder above the source. */
  readonly sourceIsInsideTarget: boolean;
}

/** Throws unless the kernel would allow the rename: `io-error`, `not-a-directory` or `not-a-file`. */
export function requireRenamePossible(facts: RenameFacts): void {
  const reason = refusalOf(facts);
  if (reason !== undefined) throw fileFailure(reason, facts.targetPath);
}

function refusalOf(facts: RenameFacts): FailureReason | undefined {
  if (facts.sourceIsDirectory && facts.targetIsInsideSource) return "into-itself";
  if (facts.sourceIsInsideTarget) return "not-empty";
  if (facts.target === "nothing") return undefined;
  if (facts.sourceIsDirectory) {
    if (facts.target === "no-directory") return "not-a-directory";
    return facts.target === "full-directory" ? "not-empty" : undefined;
  }
  return facts.target === "no-directory" ? undefined : "is-a-directory";
}
