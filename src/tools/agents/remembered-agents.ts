import { type ToolContext, ToolError, type ToolSession } from "../../contract/index.js";
import type { Operation } from "../operation.js";
import type { AgentAnswer } from "./agent-answer.js";
import { type DelegateInput, delegateOperation } from "./delegate.js";

/** Key in the session memory of the answers of its subagents. */
const ANSWERS = Symbol("answers of subagents");

/** Most subagents that a session remembers; the earliest is forgotten. */
const MAX_REMEMBERED = 100;

/** The list of subagents as a resource: a call that reads it waits for those that add to it. */
const AGENTS_KEY = "agents:answers";

/** The last answer of a subagent. */
export type RememberedAgent = Pick<AgentAnswer, "id" | "kind" | "text" | "ended">;

/** Runs a task in a subagent like `delegateOperation` and remembers its last answer in the session. */
export const rememberedDelegateOperation: Operation<DelegateInput, AgentAnswer> = {
  ...delegateOperation,
  executionProfile: {
    resourceKeys: (input, environment) => [
      ...(delegateOperation.executionProfile.resourceKeys?.(input, environment) ?? []),
      // Read: subagents do not exclude each other.
      { key: AGENTS_KEY, mode: "read" },
    ],
  },
  async run(input, context) {
    const answer = await delegateOperation.run(input, context);
    remember(answer, context.session);
    return answer;
  },
};

/** The subagents of the session to list. */
export interface ListAgentsInput {
  /** Ids; absent or empty for all. */
  readonly ids?: readonly string[] | undefined;
  /** Whether the session forgets them. */
  readonly forget?: boolean | undefined;
}

/**
 * Returns the last answers of the subagents of the session, all of which have ended.
 *
 * Errors: `unknown-subagent` for an id that the session does not remember.
 */
export const listAgentsOperation: Operation<ListAgentsInput, readonly RememberedAgent[]> = {
  kind: "think",
  annotations: { readOnlyHint: true, openWorldHint: false },
  executionProfile: { resourceKeys: () => [{ key: AGENTS_KEY, mode: "write" }] },
  facts: () => ({}),
  requires: ["model"],
  async run({ ids = [], forget }, context) {
    const known = answersOf(context.session);
    if (ids.length === 0) return [...known.values()];
    const found = ids.map((id) => known.get(id) ?? unknownAgent(id, known));
    if (forget) for (const id of ids) known.delete(id);
    return found;
  },
};

function remember({ id, kind, text, ended }: AgentAnswer, session: ToolContext["session"]): void {
  const answers = answersOf(session);
  answers.delete(id);
  answers.set(id, { id, kind, text, ended });
  const [earliest] = answers.keys();
  if (answers.size > MAX_REMEMBERED && earliest !== undefined) answers.delete(earliest);
}

function answersOf({ memory }: ToolSession): Map<string, RememberedAgent> {
  const known = memory.get(ANSWERS) as Map<string, RememberedAgent> | undefined;
  const answers = known ?? new Map<string, RememberedAgent>();
  if (known === undefined) memory.set(ANSWERS, answers);
  return answers;
}

function unknownAgent(id: string, known: ReadonlyMap<string, RememberedAgent>): never {
  const names = [...known.keys()];
  const choice = names.length === 0 ? "This session has none." : `This session has ${names.join(", ")}.`;
  throw new ToolError(`There is no agent '${id.slice(0, 80)}'. ${choice}`, { code: "unknown-subagent" });
}
