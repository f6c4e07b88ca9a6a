import type {
  SubagentKind,
  SubagentReport,
  SubagentRequest,
  Subagents,
  ToolError,
} from "../../../src/contract/index.js";

/** The built-in kinds, and one of a host. */
export const KINDS: readonly SubagentKind[] = [
  { name: "general", description: "Does anything.", rights: "full" },
  { name: "explore", description: "Looks around.", rights: "read-only" },
  { name: "finder", description: "Finds code.", rights: "read-only" },
  { name: "oracle", description: "Thinks.", rights: "read-only" },
  { name: "librarian", description: "Knows repositories.", rights: "read-only" },
  { name: "kraken-planner", description: "Plans.", rights: "read-only" },
  { name: "kraken-worker", description: "Works.", rights: "full" },
  { name: "Security_Review", description: "Reviews.", rights: "read-only" },
];

type Answer = Partial<SubagentReport> | string;

/** Subagents that answer as a test specifies, and record their requests. */
export interface FakeSubagents extends Subagents {
  readonly requests: SubagentRequest[];
  /** The highest number of subagents that ran concurrently. */
  readonly mostAtOnce: () => number;
  readonly rolledBack: string[];
}

export function fakeSubagents(
  answer: (request: SubagentRequest, index: number) => Answer | Promise<Answer> | ToolError,
): FakeSubagents {
  const requests: SubagentRequest[] = [];
  const rolledBack: string[] = [];
  let atWork = 0;
  let most = 0;
  return {
    kinds: KINDS,
    requests,
    rolledBack,
    mostAtOnce: () => most,
    async run(request) {
      const index = requests.length;
      requests.push(request);
      atWork += 1;
      most = Math.max(most, atWork);
      try {
        const given = await answer(request, index);
        if (given instanceof Error) throw given;
        const id = `agent-${index + 1}`;
        return {
          id,
          kind: request.kind,
          ended: "done",
          text: "",
          steps: 1,
          usage: { inputTokens: 10, outputTokens: 5 },
          trackFiles: [],
          rollBack: async () => {
            rolledBack.push(id);
            return [];
          },
          ...(typeof given === "string" ? { text: given } : given),
        };
      } finally {
        atWork -= 1;
      }
    },
  };
}
