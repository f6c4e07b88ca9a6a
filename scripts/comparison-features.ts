/** What each product has, in the words of its documentation and its code. `–` stands for a feature that it does not have. */
export interface ComparedFeature {
  readonly feature: string;
  /** The text of each product by its id. */
  readonly has: Readonly<Record<string, string>>;
}

/** Features in the order of the table. Keep each text to a few words; check it against the measured version. */
export const COMPARED_FEATURES: readonly ComparedFeature[] = [
  {
    feature: "Model client",
    has: {
      collet: "yours, or an SDK's",
      pi: "many providers",
      "ai-sdk": "many providers",
      deepagents: "those of LangChain",
      "gemini-cli": "Gemini",
      "mcp-filesystem": "–",
    },
  },
  {
    feature: "Agent loop",
    has: {
      collet: "`runAgent`, or yours",
      pi: "yes",
      "ai-sdk": "yes",
      deepagents: "yes, on LangGraph",
      "gemini-cli": "yes",
      "mcp-filesystem": "–",
    },
  },
  {
    feature: "Finished terminal program",
    has: {
      collet: "–",
      pi: "yes",
      "ai-sdk": "–",
      deepagents: "–",
      "gemini-cli": "yes, as another package",
      "mcp-filesystem": "–",
    },
  },
  {
    feature: "Other languages",
    has: {
      collet: "through MCP",
      pi: "through RPC",
      "ai-sdk": "–",
      deepagents: "Python",
      "gemini-cli": "–",
      "mcp-filesystem": "every MCP client",
    },
  },
  {
    feature: "Tools for files and commands",
    has: {
      collet: "yes",
      pi: "yes",
      "ai-sdk": "you write them",
      deepagents: "yes",
      "gemini-cli": "yes",
      "mcp-filesystem": "files",
    },
  },
  {
    feature: "Rules to allow, ask, deny",
    has: {
      collet: "by path, command, host, tool",
      pi: "you write an extension",
      "ai-sdk": "approval by tool or function",
      deepagents: "paths; approval by tool",
      "gemini-cli": "by tool, argument, command",
      "mcp-filesystem": "allowed folders",
    },
  },
  {
    feature: "Approval in another process",
    has: {
      collet: "results are JSON, `resume`",
      pi: "–",
      "ai-sdk": "through the messages",
      deepagents: "through a checkpointer",
      "gemini-cli": "–",
      "mcp-filesystem": "–",
    },
  },
  {
    feature: "Order of conflicting calls",
    has: {
      collet: "by resource",
      pi: "edits of one file",
      "ai-sdk": "all one by one, by an option",
      deepagents: "–",
      "gemini-cli": "if the model asks to wait",
      "mcp-filesystem": "–",
    },
  },
  {
    feature: "Edits in spite of small mistakes",
    has: {
      collet: "yes, or refused with hints",
      pi: "white space, Unicode forms",
      "ai-sdk": "you write them",
      deepagents: "–",
      "gemini-cli": "yes; also by a model",
      "mcp-filesystem": "indentation",
    },
  },
  {
    feature: "Full text of a truncated output",
    has: {
      collet: "stored",
      pi: "stored",
      "ai-sdk": "you write it",
      deepagents: "stored",
      "gemini-cli": "stored",
      "mcp-filesystem": "–",
    },
  },
];
