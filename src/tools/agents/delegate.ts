import type { ResourceKey, SubagentKind, SubagentRequest, ToolContext } from "../../contract/index.js";
import type { Operation } from "../operation.js";
import { type AgentAnswer, askSubagent } from "./agent-answer.js";
import { type AgentWording, DEFAULT_AGENT_WORDING } from "./agent-wording.js";
import { rulesForPaths } from "./path-rules.js";
import { findKind, isReadOnlyKind } from "./subagent-kind.js";

/** One piece of work for a subagent. */
export interface DelegateInput {
  /** All that the subagent knows of its task. */
  readonly prompt: string;
  /** A few words for whoever watches. */
  readonly description?: string;
  /** The name of a subagent. Default: the one for general work. */
  readonly kind?: string;
  /** Canonical names of the tools it may use; narrows what its kind may, never widens it. */
  readonly tools?: readonly string[];
  /** The id of an earlier answer: that subagent goes on. */
  readonly resume?: string;
  /** Files and folders that it will change: it changes no others, and tasks about different ones run side by side. */
  readonly paths?: readonly string[];
  readonly wording?: Partial<AgentWording>;
}

/**
 * Gives a task to a subagent and waits for its answer.
 *
 * Starting one does nothing by itself: each call that it makes is judged by the rules of the session, so this is a `think`. Tasks
 * conflict by what they may change: a full one without `paths` with everything in the working directory, one with `paths` with
 * those, a read-only one with nothing but changes.
 *
 * One that has used up its budget is an answer with a notice. Errors: `unknown-subagent` for a kind or an id that is not known,
 * `subagent-limit`, `subagent-failed` for one that failed or waits for an approval nobody can give, `invalid-input` for an empty or
 * endless prompt and for paths that make no sense.
 */
export const delegateOperation: Operation<DelegateInput, AgentAnswer> = {
  kind: "think",
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  executionProfile: { resourceKeys: (input, { cwd }) => delegateKeys(input, cwd) },
  facts: () => ({}),
  // Seed 001: subagents take the time they need; their budgets end them.
  timeoutMs: false,
  requires: ["model"],
  async run(input, context) {
    const request = await delegateRequest(input, context);
    return askSubagent(request, context, input.wording);
  },
};

/** What a task touches as a whole. */
export function delegateKeys({ kind, paths = [] }: DelegateInput, cwd: string): readonly ResourceKey[] {
  if (kind !== undefined && isReadOnlyKind(kind)) {
    return [{ key: `directory:${cwd}`, mode: "read", scope: "subtree" }];
  }
  const changed = paths.length === 0 ? [cwd] : paths;
  return changed.map((path) => ({ key: `directory:${path}`, mode: "write", scope: "subtree" }));
}

/** The request for a task. Rejects with the `ToolError` of what makes no sense in it. */
export async function delegateRequest(
  { prompt, description, kind: name, tools, resume, paths = [], wording = {} }: DelegateInput,
  context: ToolContext,
): Promise<SubagentRequest> {
  const words = { ...DEFAULT_AGENT_WORDING, ...wording };
  const kind: SubagentKind = findKind(name, context.subagents.kinds, words.kind);
  const rules = paths.length === 0 ? undefined : await rulesForPaths(paths, context, words.paths);
  return {
    kind: kind.name,
    prompt,
    ...(description !== undefined && { description }),
    ...(tools !== undefined && { tools }),
    ...(resume !== undefined && resume.trim() !== "" && { resume: resume.trim() }),
    ...(rules !== undefined && {
      rules,
      instructions: `Change nothing but these files and what lies below these folders: ${JSON.stringify(paths)}. Other subagents may be working on the rest.`,
    }),
  };
}
