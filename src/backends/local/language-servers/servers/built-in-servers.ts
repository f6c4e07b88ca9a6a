import * as path from "node:path";
import type { LanguageServerDefinition } from "../language-server-definition.js";
import { installedMajorVersion } from "./installed-version.js";

const TYPESCRIPT = {
  languages: {
    ".ts": "typescript",
    ".mts": "typescript",
    ".cts": "typescript",
    ".tsx": "typescriptreact",
    ".js": "javascript",
    ".mjs": "javascript",
    ".cjs": "javascript",
    ".jsx": "javascriptreact",
  },
  markers: ["tsconfig.json", "jsconfig.json", "package.json"],
  programFolders: ["node_modules/.bin"],
} as const;

/** First major version of TypeScript with a built-in language server. */
const FIRST_NATIVE_TYPESCRIPT = 7;

const isNative = async (folder: string) =>
  ((await installedMajorVersion("typescript", folder)) ?? 0) >= FIRST_NATIVE_TYPESCRIPT;

/** Words before the specifier of a module; other strings of a file are only text. */
const BEFORE_SPECIFIER = "(?:\\b(?:from|import|require|mock)\\b\\s*\\(?\\s*|<reference\\s+path\\s*=\\s*)";

/**
 * Returns the expression for an import: its specifier ends with the name of the file, or of its folder for an
 * index, with any extension or none.
 */
function importOf(file: string): string {
  const { dir, name } = path.parse(file);
  const stem = name.replace(/\.d$/, "");
  const names = stem === "index" ? [stem, path.basename(dir)] : [stem];
  const escaped = names.map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return `${BEFORE_SPECIFIER}["'](?:[^"']*/)?(?:${escaped.join("|")})(?:\\.[a-z]+)?["']`;
}

/** The built-in servers; if several support a file, the first one found is used. */
export const BUILT_IN_SERVERS = [
  {
    ...TYPESCRIPT,
    name: "typescript",
    fits: isNative,
    command: ["tsc", "--lsp", "--stdio"],
    project: "outermost",
    importsOf: importOf,
    remedy: "npm install --save-dev typescript",
  },
  {
    ...TYPESCRIPT,
    name: "typescript-language-server",
    fits: async (folder) => !(await isNative(folder)),
    command: ["typescript-language-server", "--stdio"],
    project: "outermost",
    dialogue: "tsserver",
    initializationOptions: {
      // Would download types from the network without a question.
      disableAutomaticTypingAcquisition: true,
      // Would run a second process of 250 MB while the first one loads the project, without a benefit.
      tsserver: { useSyntaxServer: "never" },
    },
    remedy: "npm install --save-dev typescript-language-server typescript",
  },
  {
    name: "pyright",
    languages: { ".py": "python", ".pyi": "python" },
    markers: ["pyproject.toml", "pyrightconfig.json", "setup.py", "setup.cfg", "requirements.txt", "Pipfile"],
    command: ["pyright-langserver", "--stdio"],
    programFolders: [".venv/bin", "venv/bin", "node_modules/.bin"],
    settings: { "python.analysis": { diagnosticMode: "openFilesOnly", autoSearchPaths: true } },
    remedy: "pip install pyright, or npm install --global pyright",
  },
  {
    name: "gopls",
    languages: { ".go": "go" },
    markers: ["go.work", "go.mod"],
    command: ["gopls"],
    project: "outermost",
    remedy: "go install golang.org/x/tools/gopls@latest",
  },
  {
    name: "rust-analyzer",
    languages: { ".rs": "rust" },
    markers: ["Cargo.toml"],
    command: ["rust-analyzer"],
    project: "outermost",
    remedy: "rustup component add rust-analyzer",
  },
  {
    name: "clangd",
    languages: {
      ".c": "c",
      ".h": "c",
      ".cc": "cpp",
      ".cpp": "cpp",
      ".cxx": "cpp",
      ".hh": "cpp",
      ".hpp": "cpp",
      ".hxx": "cpp",
    },
    markers: ["compile_commands.json", "compile_flags.txt", ".clangd"],
    command: ["clangd"],
    remedy: "install clangd with the system's package manager",
  },
] as const satisfies readonly LanguageServerDefinition[];

/** The name of a built-in server. */
export type BuiltInServerName = (typeof BUILT_IN_SERVERS)[number]["name"];
