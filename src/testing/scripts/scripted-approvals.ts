import type { ApprovalAnswer, ApprovalHandler, ApprovalRequest } from "../../contract/index.js";

/** What an approver says. */
export type ScriptedAnswer = boolean | ApprovalAnswer;

/**
 * One step of a script of approvals: the answer, or the answer with the tool that must be asked about, or a function of the
 * question.
 */
export type ApprovalStep =
  | ScriptedAnswer
  | { readonly tool: string; readonly answer: ScriptedAnswer }
  | ((request: ApprovalRequest) => ScriptedAnswer | Promise<ScriptedAnswer>);

/** An approval handler that follows a script. */
export interface ScriptedApprovals extends ApprovalHandler {
  /** The questions so far, in order. */
  readonly requests: readonly ApprovalRequest[];
  /** Throws when questions came that the script does not have, or when steps are left. */
  assertComplete(): void;
}

/**
 * Answers approval requests one by one, in order.
 *
 * A question beyond the script, or about another tool than the step says, fails the call (`approval-failed`) and
 * `assertComplete`.
 *
 * @example
 * const approvals = scriptedApprovals([true, { tool: "Bash", answer: { approved: false, reason: "Not now." } }]);
 * const runtime = createToolRuntime({ onApproval: approvals });
 * approvals.assertComplete();
 */
export function scriptedApprovals(steps: readonly ApprovalStep[]): ScriptedApprovals {
  const requests: ApprovalRequest[] = [];
  const problems: string[] = [];
  const fail = (problem: string): never => {
    problems.push(problem);
    throw new Error(problem);
  };
  const answer: ApprovalHandler = async (request) => {
    requests.push(request);
    const number = requests.length;
    const question = `question ${number} (${request.toolName}, call ${request.callId})`;
    const step = steps[number - 1];
    if (step === undefined)
      return fail(`The script has ${steps.length} approvals, but ${question} was asked as well.`);
    if (typeof step === "function") return step(request);
    if (typeof step === "boolean" || !("answer" in step)) return step;
    if (step.tool !== request.toolName) {
      return fail(`The script answers for ${step.tool} next, but ${question} was asked.`);
    }
    return step.answer;
  };
  return Object.assign(answer, {
    requests,
    assertComplete: () => {
      const [problem] = problems;
      if (problem !== undefined) throw new Error(problem);
      if (requests.length < steps.length) {
        throw new Error(
          `The script has ${steps.length} approvals, but only ${requests.length} were asked for. Take the others out, or find out why nobody asked.`,
        );
      }
    },
  });
}
