import { ToolError } from "../../contract/index.js";
import type { Operation } from "../operation.js";

/** A question to the user with its options. */
export interface UserQuestion {
  readonly question: string;
  /** A short label for the user interface. */
  readonly header?: string | undefined;
  /** Whether the user may choose several options. */
  readonly multiSelect?: boolean | undefined;
  readonly options: readonly { readonly label: string; readonly description?: string | undefined }[];
}

/** An answered question. */
export interface UserAnswer {
  readonly question: string;
  readonly answer: string;
}

/** Questions to the user. */
export interface AskUserInput {
  readonly questions: readonly UserQuestion[];
  /** The answers, which the approver adds to the input. */
  readonly answers?: readonly UserAnswer[] | undefined;
}

/**
 * Asks the user questions through the approval channel: the call itself is the request, and the approver answers with
 * `{ approved: true, input: { questions, answers } }`. Under rules that allow the call without a question, no user
 * answers.
 *
 * Errors: `not-supported` without answers.
 */
export const askUserOperation: Operation<AskUserInput, readonly UserAnswer[]> = {
  kind: "other",
  annotations: { readOnlyHint: true, openWorldHint: false },
  executionProfile: { resourceKeys: () => [] },
  facts: () => ({}),
  async run({ answers = [] }) {
    if (answers.length > 0) return answers;
    throw new ToolError(
      "The user has not answered. Decide without an answer, or ask in the text of your reply.",
      {
        code: "not-supported",
      },
    );
  },
};

/**
 * Submits a plan to the user through the approval channel: the plan is approved when the call is allowed to run, and
 * rejected with the call.
 */
export const submitPlanOperation: Operation<{ readonly plan?: string | undefined }, void> = {
  kind: "other",
  annotations: { readOnlyHint: true, openWorldHint: false },
  executionProfile: { resourceKeys: () => [] },
  facts: () => ({}),
  run: async () => {},
};
