import { type CandidateFile, candidateKey } from "./candidate-files.js";
import type { DiscoverOptions, DiscoveryProblem, DiscoveryReport } from "./discovery.js";

/**
 * A question about files that would run for the first time, or for the first time with their current content.
 */
export interface TrustQuestion {
  readonly directory: string;
  readonly files: readonly CandidateFile[];
  readonly signal: AbortSignal;
}

/** The approver's answer about files. */
export type TrustAnswer =
  | { readonly answer: "approved" }
  | { readonly answer: "refused"; readonly reason?: string | undefined }
  | { readonly answer: "no-approver" };

/** The files that may be loaded. */
export interface TrustedFiles {
  readonly candidates: readonly CandidateFile[];
  readonly problems: readonly DiscoveryProblem[];
  /** The keys of the files that an approver approved. */
  readonly approved: ReadonlySet<string>;
  readonly approval: DiscoveryReport["approval"];
}

/** Returns the files that the host trusts or that are approved, now or by an earlier answer. */
export async function trustedFiles({
  directory,
  candidates,
  approvedBefore,
  options: { trust = "ask", signal },
  ask,
}: {
  readonly directory: string;
  readonly candidates: readonly CandidateFile[];
  readonly approvedBefore: ReadonlySet<string>;
  readonly options: DiscoverOptions & { readonly signal: AbortSignal };
  readonly ask: (question: TrustQuestion) => Promise<TrustAnswer>;
}): Promise<TrustedFiles> {
  const isKnown = (candidate: CandidateFile) => approvedBefore.has(candidateKey(candidate));
  const unknown = trust === "trusted" ? [] : candidates.filter((candidate) => !isKnown(candidate));
  const approvedOf = (approved: readonly CandidateFile[]) => new Set(approved.map(candidateKey));
  if (unknown.length === 0) {
    // Trust of the host is not an approval, so it is not recorded as one.
    const approved = approvedOf(candidates.filter(isKnown));
    return { candidates, problems: [], approved, approval: "not-needed" };
  }
  const answer = await ask({ directory, files: unknown, signal });
  if (answer.answer === "approved") {
    return { candidates, problems: [], approved: approvedOf(candidates), approval: "approved" };
  }
  const rest = candidates.filter(isKnown);
  const reason = refusalReason(answer);
  return {
    candidates: rest,
    problems: unknown.map(({ file }) => ({ file, code: "not-approved", reason })),
    approved: approvedOf(rest),
    approval: answer.answer,
  };
}

function refusalReason(answer: Exclude<TrustAnswer, { readonly answer: "approved" }>): string {
  if (answer.answer === "no-approver") {
    return 'Loading a file runs it, and there is no approver to ask. Set onApproval of the runtime, or trust the folder with trust: "trusted".';
  }
  return `Loading the file was not approved${answer.reason === undefined ? "." : `: ${answer.reason}`}`;
}
