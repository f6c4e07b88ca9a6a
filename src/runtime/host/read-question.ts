import { type ContextQuestion, TOOL_KINDS } from "../../contract/index.js";
import { isHostObject, kindOf } from "./kind-of.js";
import { readFacts } from "./read-facts.js";

/** Returns a copy of a question that a tool or an executor asks; throws a `TypeError` for anything else. */
export function readQuestion(question: unknown): ContextQuestion {
  if (!isHostObject(question)) {
    throw new TypeError(`ask() expects a question { reason, ... }, but it got ${kindOf(question)}.`);
  }
  // The known members only: a rest pattern would copy all members of a value that was passed by mistake.
  const { reason, kind, answeredByDefault, paths, command, cwd, hosts } = question as Partial<
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
    ...readFacts({ paths, command, cwd, hosts }),
    kind: known,
    answeredByDefault,
  } as ContextQuestion;
}
