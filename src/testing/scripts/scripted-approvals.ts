import type { ApprovalAnswer, ApprovalHandler, ApprovalRequest } from "../../contract/index.js";
import { isRecord } from "../../values/index.js";
import { requireEntry, requireScript } from "./require-script.js";

/** An answer of an approver. */
export type ScriptedAnswer = boolean | ApprovalAnswer;

/**
 * One step of an approval script: an answer, an answer with the tool that the question must be about, or a function of the
 * question.
 */
export type ApprovalStep =
  | ScriptedAnswer
  | { readonly tool: string; readonly answer: ScriptedAnswer }
  | ((request: ApprovalRequest) => ScriptedAnswer | Promise<ScriptedAnswer>);

/** An approval handler that follows a script. */
export interface ScriptedApprovals extends ApprovalHandler {
  /** The requests so far, in order. */
  readonly requests: readonly ApprovalRequest[];
  /** Throws if there were more questions than steps, or if steps are left. */
  assertComplete(): void;
}

/**
 * Creates an approval handler that answers requests one by one, in order.
 *
 * A question after the last step, or about a tool other than the one in its step, fails the call (`approval-failed`) and
 * `assertComplete`.
 *
 * @throws TypeError if the steps are not a list, or one of them is not an answer
 * @example
 * const approvals = scriptedApprovals([true, { tool: "Bash", answer: { approved: false, reason: "Not now." } }]);
 * const runtime = createToolRuntime({ onApproval: approvals });
 * approvals.assertComplete();
 */
export function scriptedApprovals(steps: readonly ApprovalStep[]): ScriptedApprovals {
  requireScript("scriptedApprovals expects a list of answers", steps);
  for (const [index, step] of steps.entries())
    requireEntry(`Answer ${index + 1} of scriptedApprovals`, step, { isForm: isStep, forms: STEP_FORMS });
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
      return fail(`The script has ${steps.length} approvals, but there was also ${question}.`);
    if (typeof step === "function") return step(request);
    if (typeof step === "boolean" || !("answer" in step)) return step;
    if (step.tool !== request.toolName) {
      return fail(`The next answer of the script is for ${step.tool}, but the question was ${question}.`);
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
          `The script has ${steps.length} approvals, but the calls used only ${requests.length}. Remove the others, or find out why the calls did not ask.`,
        );
      }
    },
  });
}

const STEP_FORMS = "true, false, { approved }, { tool, answer } or a function";

function isStep(step: unknown): boolean {
  if (typeof step === "boolean" || typeof step === "function") return true;
  if (!isRecord(step)) return false;
  return "answer" in step ? typeof step.tool === "string" && isAnswer(step.answer) : isAnswer(step);
}

function isAnswer(answer: unknown): boolean {
  return typeof answer === "boolean" || (isRecord(answer) && typeof answer.approved === "boolean");
}
