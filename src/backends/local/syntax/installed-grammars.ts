import { createRequire } from "node:module";

/** The languages of the grammars by the endings of file names. */
const LANGUAGES: Readonly<Record<string, string>> = {
  ".bash": "bash",
  ".c": "c",
  ".cc": "cpp",
  ".cjs": "javascript",
  ".cpp": "cpp",
  ".cs": "c-sharp",
  ".css": "css",
  ".cts": "typescript",
  ".go": "go",
  ".h": "cpp",
  ".hpp": "cpp",
  ".java": "java",
  ".js": "javascript",
  ".json": "json",
  ".jsx": "javascript",
  ".mjs": "javascript",
  ".mts": "typescript",
  ".php": "php",
  ".ps1": "powershell",
  ".py": "python",
  ".pyi": "python",
  ".rb": "ruby",
  ".rs": "rust",
  ".sh": "bash",
  ".toml": "toml",
  ".ts": "typescript",
  ".tsx": "tsx",
  ".yaml": "yaml",
  ".yml": "yaml",
};

/** The modules in which npm packages ship the grammar of a language, the most common first. */
const modulesOf = (language: string): readonly string[] => [
  `@vscode/tree-sitter-wasm/wasm/tree-sitter-${language}.wasm`,
  `tree-sitter-wasms/out/tree-sitter-${language.replace("-", "_")}.wasm`,
  `tree-sitter-${language}/tree-sitter-${language.replace("-", "_")}.wasm`,
];

/**
 * Returns the path of the grammar for an ending (`.py`), from the packages installed beside this library. Packages of the project
 * are not searched: a grammar is a program.
 */
export function installedGrammar(ending: string): string | undefined {
  const language = Object.hasOwn(LANGUAGES, ending) ? LANGUAGES[ending] : undefined;
  if (language === undefined) return undefined;
  const here = import.meta.url as string | undefined;
  // Unknown in a bundle of CommonJS modules.
  if (here === undefined) return undefined;
  const { resolve } = createRequire(here);
  for (const module of modulesOf(language)) {
    try {
      return resolve(module);
    } catch {
      // Not installed.
    }
  }
  return undefined;
}
