import type { ApprovalAnswer, ApprovalRequest } from "../../../contract/index.js";
import { describeRequest } from "../../../permissions/index.js";

/** Characters of the question: a user reads it in a dialogue. */
const MAX_QUESTION_LENGTH = 4_000;

/** Question to the client's user, in the form of the protocol. */
export interface ApprovalForm {
  message: string;
  requestedSchema: {
    type: "object";
    properties: { answer: { type: "string"; title: string; enum: string[]; enumNames: string[] } };
    required: ["answer"];
  };
}

/** Creates the question whether a call may run: it shows exactly what would run, with hidden characters escaped. */
export function approvalForm(request: ApprovalRequest): ApprovalForm {
  const text = describeRequest(request);
  const left = text.length - MAX_QUESTION_LENGTH;
  return {
    message:
      left > 0 ? `${text.slice(0, MAX_QUESTION_LENGTH)}\n… ${left} more characters are not shown.` : text,
    requestedSchema: {
      type: "object",
      properties: {
        answer: {
          type: "string",
          title: "Answer",
          enum: ["once", "session", "no"],
          enumNames: ["Allow this call", "Allow this for the session", "Do not allow it"],
        },
      },
      required: ["answer"],
    },
  };
}

/** Converts the user's answer; anything but a clear yes is a no. */
export function approvalAnswer(result: {
  readonly action: string;
  readonly content?: unknown;
}): ApprovalAnswer {
  const { action, content } = result;
  const answer =
    typeof content === "object" && content !== null && "answer" in content ? content.answer : undefined;
  if (action !== "accept" || (answer !== "once" && answer !== "session")) {
    return {
      approved: false,
      ...(action === "cancel" && { reason: "The question was closed without an answer." }),
    };
  }
  return { approved: true, remember: answer };
}
