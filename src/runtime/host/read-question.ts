import { type ContextQuestion, TOOL_KINDS } from "../../contract/index.js";
import { kindOf } from "./kind-of.js";
import { readFacts } from "./read-facts.js";

/** Returns a copy of a question that a tool or an executor asks; throws a `TypeError` for anything else. */
export function readQuestion(question: unknown): ContextQuestion {
  if (typeof question !== "object" || question === null) {
    throw new TypeError(`ask() expects a question { reason, ... }, but it got ${kindOf(question)}.`);
  }
  const { reason, kind, answeredByDefault, ...about } = question as Partial<
    Record<keyof ContextQuestion, unknown>
  >;
  if (typeof reason !== "string") {
    throw new TypeError(`ask() expects a reason that is a string, but it got ${kindOf(reason)}.`);
  }
  const known = TOOL_KINDS.find((each) => each === kind);
  if (kind !== undefined && known === undefined) {
    throw new TypeError(
      `ask() expects a kind that is one of ${TOOL_KINDS.join(", ")}, but it got ${kindOf(kind)}.`,
    );
  }
  if (answeredByDefault !== undefined && typeof answeredByDefault !== "boolean") {
    throw new TypeError(
      `ask() expects answeredByDefault to be true or false, but it got ${kindOf(answeredByDefault)}.`,
    );
  }
  return {
    reason,
    ...readFacts(about),
    ...(known !== undefined && { kind: known }),
    ...(answeredByDefault !== undefined && { answeredByDefault }),
  } as ContextQuestion;
}
