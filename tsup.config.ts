import { defineConfig } from "tsup";

/** Options of both builds. Packages in devDependencies are bundled, see docs/decisions/0054-bundled-packages.md. */
const shared = {
  format: "esm",
  target: "node20",
  treeshake: true,
  // Deno requires the prefix where there is no package.json.
  removeNodeProtocol: false,
  sourcemap: false,
  clean: false,
} as const;

/** One entry per export of package.json; shared code lands in chunks, so a class exists once. */
const library = defineConfig({
  ...shared,
  entry: {
    index: "src/index.ts",
    core: "src/core.ts",
    tools: "src/tools/index.ts",
    toolsets: "src/toolsets/index.ts",
    batching: "src/batching/index.ts",
    truncation: "src/truncation/index.ts",
    fuzzy: "src/fuzzy/index.ts",
    permissions: "src/permissions/index.ts",
    config: "src/config/index.ts",
    anthropic: "src/adapters/anthropic/index.ts",
    openai: "src/adapters/openai/index.ts",
    google: "src/adapters/google/index.ts",
    "ai-sdk": "src/adapters/ai-sdk/index.ts",
    langchain: "src/adapters/langchain/index.ts",
    acp: "src/adapters/acp/index.ts",
    mcp: "src/adapters/mcp/index.ts",
    bullmq: "src/adapters/bullmq/index.ts",
    otel: "src/adapters/otel/index.ts",
    remote: "src/adapters/remote/index.ts",
    "web-search": "src/adapters/web-search/index.ts",
    devtools: "src/devtools/index.ts",
    testing: "src/testing/index.ts",
    "code-mode": "src/code-mode/index.ts",
    cli: "src/cli/main.ts",
    // Not for importing: the program of the threads that compute long edits.
    "text-worker": "src/backends/local/text-threads/text-worker.ts",
    // Neither: the program of the threads that run programs of models.
    "code-worker": "src/code-mode/quick-js/code-worker.ts",
  },
  platform: "neutral",
  external: [/^node:/],
  splitting: true,
  esbuildOptions: (options) => {
    options.mainFields = ["module", "main"];
  },
});

/** The program of the thread that converts HTML, in one file with its parser. Not for importing. */
const htmlWorker = defineConfig({
  ...shared,
  entry: { "html-worker": "src/backends/local/web/pages/html-worker.ts" },
  platform: "node",
  splitting: false,
  esbuildOptions: (options) => {
    options.mainFields = ["module", "main"];
  },
});

/** The worker of remote backends in one file, which a connector copies to machines with Node. Not for importing. */
const remoteWorker = defineConfig({
  ...shared,
  entry: { "remote-worker": "src/cli/serve/remote-worker.ts" },
  platform: "node",
  splitting: false,
  minify: true,
  // The bundler drops unused code itself; the second pass would write the blanks again that were left out.
  treeshake: false,
  // Ripgrep is found on PATH there, or the search in JavaScript is used; MCP servers are connected by the host.
  noExternal: [/^(?!@vscode\/ripgrep$|@modelcontextprotocol\/)/],
  external: ["@vscode/ripgrep", /^@modelcontextprotocol\//],
  // Packages of CommonJS modules import built-ins with require.
  banner: {
    js: 'import { createRequire as createRequireHere } from "node:module"; const require = createRequireHere(import.meta.url);',
  },
  esbuildOptions: (options) => {
    options.mainFields = ["module", "main"];
  },
});

export default [library, htmlWorker, remoteWorker];
