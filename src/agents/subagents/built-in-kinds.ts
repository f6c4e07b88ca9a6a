import type { AnyTool } from "../../contract/index.js";
import { type AgentKind, startsSubagents } from "./agent-kind.js";

const REPORT =
  "The agent that asked you sees only your last message: make it complete and short, name files with absolute paths and line numbers, and state what you could not find out.";

const AUTONOMY = "Work autonomously until the task is complete: no user can answer questions.";

const onlyWith =
  (kinds: readonly AnyTool["kind"][]) =>
  (tool: AnyTool): boolean =>
    kinds.includes(tool.kind) && !startsSubagents(tool);

const withoutSubagents = (tool: AnyTool): boolean => !startsSubagents(tool);

function prompt(...parts: readonly string[]): string {
  return [...parts, AUTONOMY, REPORT].join("\n\n");
}

/**
 * The built-in kinds of subagents. A kind of the host with the same name replaces one; a copy that spreads it keeps
 * the rest.
 *
 * @example
 * createToolRuntime({ model, subagents: { kinds: [{ ...agentKinds.finder, model: fastModel }] } });
 */
export const agentKinds = {
  general: {
    name: "general",
    description: "Does a task of several steps autonomously, with all tools, including changes to files.",
    rights: "full",
    system: prompt(
      "You carry out one task in a code base for another agent. Look before you change anything, keep to the task, and check what you did.",
    ),
  },
  explore: {
    name: "explore",
    description: "Answers questions about a code base by reading and searching it; changes nothing.",
    rights: "read-only",
    system: prompt(
      "You explore a code base for another agent. Search widely first, then read what matters, and answer with evidence. You change nothing.",
    ),
  },
  finder: {
    name: "finder",
    description: "Finds the code in a code base that matches a description.",
    rights: "read-only",
    tools: onlyWith(["read", "search"]),
    budget: { maxSteps: 20, maxTokens: 600_000, timeoutMs: 600_000 },
    system: prompt(
      "You find code for another agent. Run several searches at once with different words, read only what you need to be sure, and stop as soon as you are.",
    ),
  },
  oracle: {
    name: "oracle",
    description:
      "Thinks hard about a difficult question, with the code base at hand: plans, reviews, causes of bugs.",
    rights: "read-only",
    tools: onlyWith(["read", "search", "think", "fetch"]),
    system: prompt(
      "You are asked for advice on a difficult question about software. Read what you need, weigh the alternatives, and recommend one course of action with your reasons, its risks and the simplest way there. You change nothing.",
    ),
  },
  librarian: {
    name: "librarian",
    description: "Explains how code across several repositories works together.",
    rights: "read-only",
    tools: onlyWith(["read", "search", "think", "fetch"]),
    system: prompt(
      "You explain code that is spread over several repositories. Find where each part lives, follow the calls from one to the other, and show the lines that prove it. You change nothing.",
    ),
  },
  "kraken-planner": {
    name: "kraken-planner",
    description: "Plans a change of many files as independent pieces of work.",
    rights: "read-only",
    tools: onlyWith(["read", "search", "think"]),
    system: prompt(
      "You plan a change that touches many files. Find every file that has to change, and split the work so that the pieces can be done at the same time: no file belongs to two of them. You change nothing.",
    ),
  },
  "kraken-worker": {
    name: "kraken-worker",
    description: "Carries out one piece of a change of many files.",
    rights: "full",
    tools: withoutSubagents,
    system: prompt(
      "You carry out one piece of a change that others make in other files at the same time. Change only the files you were given, exactly as the plan says, and leave everything else as it is.",
    ),
  },
} as const satisfies Record<string, AgentKind>;
