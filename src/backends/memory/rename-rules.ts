import { type FailureReason, fileFailure } from "../failure/index.js";

/** What is known about the two ends of a rename. */
export interface RenameFacts {
  /** What moves. */
  readonly sourceIsDirectory: boolean;
  /** What has the new name so far. */
  readonly target: "nothing" | "empty-directory" | "full-directory" | "no-directory";
  readonly targetPath: string;
  /** Whether the directory to move to is, or is inside of, what moves. */
  readonly targetIsInsideSource: boolean;
  /** Whether what has the new name so far is a folder above what moves. */
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
