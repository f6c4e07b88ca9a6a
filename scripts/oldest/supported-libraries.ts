/** Library that Collet works with, and the oldest version of it whose integration tests pass. */
export interface SupportedLibrary {
  /** Name in the table of docs/providers.md. */
  readonly title: string;
  /** Name of the package in the registry. */
  readonly package: string;
  /** Name under which the tests import it, if it is another major of a package that they also import. */
  readonly importedAs?: string;
  /** Oldest supported version. */
  readonly oldest: string;
  /** Folders and files of the tests that use it, below `test`. */
  readonly tests: readonly string[];
}

const MODEL_TESTS = [
  "adapters/every-model.test.ts",
  "adapters/every-provider.test.ts",
  "adapters/streaming.test.ts",
  "agents/stream-agent.test.ts",
  "agents/streamed-cut-calls.test.ts",
];
const AI_SDK_TESTS = ["adapters/ai-sdk", "agents/stream-ai-sdk.test.ts"];
const LANGCHAIN_TESTS = ["adapters/langchain"];
const RUNNER_TESTS = ["adapters/runners.test.ts", "adapters/streamed-runners.test.ts"];
const OTEL_TESTS = [
  "adapters/otel/broken-recorders.test.ts",
  "adapters/otel/metrics.test.ts",
  "adapters/otel/spans.test.ts",
  "adapters/otel/trace-carrier.test.ts",
];

/** The supported libraries. A test compares them with the peer dependencies and docs/providers.md. */
export const SUPPORTED_LIBRARIES: readonly SupportedLibrary[] = [
  { title: "AI SDK 6", package: "ai", oldest: "6.0.0", tests: [...AI_SDK_TESTS, ...MODEL_TESTS] },
  { title: "AI SDK 7", package: "ai", importedAs: "ai7", oldest: "7.0.85", tests: AI_SDK_TESTS },
  { title: "LangChain", package: "langchain", oldest: "1.3.0", tests: LANGCHAIN_TESTS },
  { title: "LangChain core", package: "@langchain/core", oldest: "1.3.4", tests: LANGCHAIN_TESTS },
  { title: "LangGraph", package: "@langchain/langgraph", oldest: "1.5.0", tests: LANGCHAIN_TESTS },
  {
    title: "Anthropic SDK",
    package: "@anthropic-ai/sdk",
    oldest: "1.7.0",
    tests: ["adapters/anthropic", ...MODEL_TESTS, ...RUNNER_TESTS],
  },
  {
    title: "OpenAI SDK 6",
    package: "openai",
    oldest: "6.13.0",
    tests: ["adapters/openai", ...MODEL_TESTS, ...RUNNER_TESTS],
  },
  {
    title: "OpenAI SDK 7",
    package: "openai",
    importedAs: "openai7",
    oldest: "7.0.0",
    tests: RUNNER_TESTS,
  },
  { title: "OpenAI Agents SDK", package: "@openai/agents", oldest: "0.20.0", tests: RUNNER_TESTS },
  {
    title: "Google Gen AI SDK 2",
    package: "@google/genai",
    oldest: "2.15.0",
    tests: ["adapters/google", ...MODEL_TESTS, ...RUNNER_TESTS],
  },
  {
    title: "Google Gen AI SDK 3",
    package: "@google/genai",
    importedAs: "genai3",
    oldest: "3.1.0",
    tests: RUNNER_TESTS,
  },
  {
    title: "MCP client",
    package: "@modelcontextprotocol/client",
    oldest: "2.1.0",
    tests: ["adapters/mcp", "adapters/otel/mcp-trace.test.ts"],
  },
  {
    title: "MCP server",
    package: "@modelcontextprotocol/server",
    oldest: "2.1.0",
    tests: ["adapters/mcp", "cli/mcp-command.test.ts"],
  },
  { title: "ACP SDK", package: "@agentclientprotocol/sdk", oldest: "1.0.0", tests: ["adapters/acp"] },
  {
    title: "BullMQ",
    package: "bullmq",
    oldest: "5.81.0",
    tests: [
      "adapters/bullmq/remote-calls.test.ts",
      "adapters/bullmq/fenced-worker.test.ts",
      "adapters/bullmq/redis",
    ],
  },
  { title: "OpenTelemetry API", package: "@opentelemetry/api", oldest: "1.9.0", tests: OTEL_TESTS },
  { title: "ssh2", package: "ssh2", oldest: "1.17.0", tests: ["backends/remote/ssh-server.test.ts"] },
  {
    title: "deepagents",
    package: "deepagents",
    oldest: "1.14.1",
    tests: ["adapters/remote/sessions/deepagents-session.test.ts"],
  },
  {
    title: "just-bash",
    package: "just-bash",
    oldest: "3.4.2",
    tests: ["adapters/remote/sessions/just-bash-files.test.ts"],
  },
];
