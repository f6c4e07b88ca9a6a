import { copyFile, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { defineConfig, type Options } from "tsup";
import { bundledPackages } from "./scripts/bundled-packages.js";
import { directImports } from "./scripts/direct-imports.js";
import { joinChunks } from "./scripts/join-chunks.js";

const compress = promisify(brotliCompress);
const { resolve } = createRequire(import.meta.url);

/**
 * Writes the `require` of CommonJS modules for those built-ins of Node that they need. Imports can be bundled once more, by the host: in an
 * ES module of esbuild a real `require` fails, and in a CommonJS module `import.meta.url` is unknown.
 */
function requireOf(...names: readonly string[]): string {
  const imports = names.map((name) => `import ${name}Builtin from "node:${name}";`);
  return `${imports.join("")}const require = (name) => ({${names.map((name) => `${name}: ${name}Builtin`)}})[name];`;
}

/** The whole `require`, for a program that is not bundled again. */
const REQUIRE =
  'import { createRequire as createRequireHere } from "node:module"; const require = createRequireHere(import.meta.url);';

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

/** Returns the options of a program or module that is one file with its packages. */
function oneFile(name: string, source: string): Options {
  return {
    ...shared,
    entry: { [name]: source },
    platform: "node",
    splitting: false,
    minify: true,
    esbuildPlugins: [bundledPackages(name)],
  };
}

/** The entry points of the library: one for each export of package.json, and the programs of its threads. */
const LIBRARY_ENTRIES = {
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
  // Not for importing: the program of the threads that run programs of models.
  "code-worker": "src/code-mode/quick-js/code-worker.ts",
};

/** Shared code lands in chunks, so a class exists once. */
const library = defineConfig({
  ...shared,
  // The joined chunks are freed of unused code together.
  treeshake: false,
  entry: LIBRARY_ENTRIES,
  platform: "neutral",
  external: [/^node:/, /\/(?:json-rpc|lock-library)\.js$/],
  splitting: true,
  esbuildPlugins: [directImports("src"), bundledPackages("library")],
  esbuildOptions: (options) => {
    options.mainFields = ["module", "main"];
    // Names and line breaks stay, so that a stack trace still shows where an error comes from.
    options.minifyWhitespace = true;
    options.minifySyntax = true;
    options.lineLimit = 160;
  },
  onSuccess: async () => {
    await joinChunks("dist", { bundle: "library", entries: Object.keys(LIBRARY_ENTRIES) });
    await copyFile(resolve("quickjs-wasi/quickjs.wasm"), "dist/quickjs.wasm");
  },
});

/** The protocol of language servers, in one file: its package consists of CommonJS modules. Not for importing. */
const jsonRpc = defineConfig({
  ...oneFile("json-rpc", "src/backends/local/language-servers/connection/json-rpc.ts"),
  noExternal: [/^vscode-jsonrpc/],
  banner: { js: requireOf("path", "os", "util", "net", "crypto", "child_process") },
});

/** The library of locks, in one file: its packages consist of CommonJS modules. Not for importing. */
const lockLibrary = defineConfig({
  ...oneFile("lock-library", "src/backends/local/file-locks/lock-library.ts"),
  banner: { js: requireOf("assert", "constants", "events", "fs", "path", "stream", "util") },
});

/** The program of the threads that compute long edits, in one file, which a host can copy beside its bundle. Not for importing. */
const textWorker = oneFile("text-worker", "src/backends/local/text-threads/text-worker.ts");

/** The program of the thread that converts HTML, in one file with its parser. Not for importing. */
const htmlWorker = defineConfig({
  ...oneFile("html-worker", "src/backends/local/web/pages/html-worker.ts"),
  esbuildOptions: (options) => {
    options.mainFields = ["module", "main"];
  },
});

/** The worker of remote backends in one file, which a connector copies to machines with Node. Not for importing. */
const remoteWorker = defineConfig({
  ...oneFile("remote-worker", "src/cli/serve/remote-worker.ts"),
  // The bundler drops unused code itself; the second pass would write the blanks again that were left out.
  treeshake: false,
  // Ripgrep is found on PATH there, or the search in JavaScript is used; MCP servers are connected by the host.
  noExternal: [/^(?!@vscode\/ripgrep$|@modelcontextprotocol\/)/],
  external: ["@vscode/ripgrep", /^@modelcontextprotocol\//],
  banner: { js: REQUIRE },
  esbuildOptions: (options) => {
    options.mainFields = ["module", "main"];
  },
  onSuccess: compressRemoteWorker,
});

/** Writes the form of the worker that the package contains: a quarter of the bytes to install and to send. */
async function compressRemoteWorker(): Promise<void> {
  const bytes = await readFile("dist/remote-worker.js");
  // The highest quality takes six seconds longer and saves a tenth.
  const parameters = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 22 };
  await writeFile("dist/remote-worker.js.br", await compress(bytes, { params: parameters }));
}

export default [library, jsonRpc, lockLibrary, textWorker, htmlWorker, remoteWorker];
