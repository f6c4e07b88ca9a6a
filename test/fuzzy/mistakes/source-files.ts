import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { Random } from "./random.js";

/** A real file as the source of cases. */
export interface SourceFile {
  readonly path: string;
  readonly language: string;
  readonly text: string;
}

const LANGUAGES: Readonly<Record<string, string>> = {
  ".ts": "typescript",
  ".tsx": "typescript",
  ".js": "javascript",
  ".mjs": "javascript",
  ".json": "json",
  ".md": "markdown",
  ".css": "css",
  ".yml": "yaml",
  ".yaml": "yaml",
  ".py": "python",
  ".go": "go",
  ".rs": "rust",
  ".java": "java",
  ".sh": "shell",
  ".c": "c",
  ".h": "c",
  ".cpp": "cpp",
  ".cs": "csharp",
  ".ex": "elixir",
  ".hs": "haskell",
  ".html": "html",
  ".kt": "kotlin",
  ".lua": "lua",
  ".mk": "make",
  ".php": "php",
  ".pl": "perl",
  ".proto": "proto",
  ".ps1": "powershell",
  ".rb": "ruby",
  ".scss": "scss",
  ".sql": "sql",
  ".swift": "swift",
  ".tf": "terraform",
  ".toml": "toml",
  ".vue": "vue",
  ".awk": "awk",
  ".clj": "clojure",
  ".cmake": "cmake",
  ".dart": "dart",
  ".el": "lisp",
  ".f90": "fortran",
  ".graphql": "graphql",
  ".ini": "ini",
  ".jl": "julia",
  ".ml": "ocaml",
  ".nix": "nix",
  ".pm": "perl",
  ".rst": "rst",
  ".r": "r",
  ".scala": "scala",
  ".svelte": "svelte",
  ".svg": "xml",
  ".tcl": "tcl",
  ".tex": "latex",
  ".xml": "xml",
};

/** The range of file sizes in bytes, both included. */
export interface SizeRange {
  readonly minBytes: number;
  readonly maxBytes: number;
}

const USUAL_SIZES: SizeRange = { minBytes: 900, maxBytes: 60_000 };

/** Returns source files below folders, a few of each language, chosen by seed. */
export function readSourceFiles(
  folders: readonly string[],
  perLanguage: number,
  seed: number,
  sizes: SizeRange = USUAL_SIZES,
): SourceFile[] {
  const byLanguage = new Map<string, string[]>();
  for (const folder of folders) collect(folder, byLanguage, { left: 12_000, ...sizes });
  const random = new Random(seed);
  const files: SourceFile[] = [];
  for (const [language, paths] of [...byLanguage].sort(([one], [other]) => (one < other ? -1 : 1))) {
    paths.sort();
    for (let tries = 0, taken = 0; tries < perLanguage * 4 && taken < perLanguage; tries++) {
      const path = random.pick(paths);
      const text = readFileSync(path, "utf8");
      if (files.some((file) => file.path === path) || !isUsable(text)) continue;
      files.push({ path, language, text });
      taken++;
    }
  }
  return files;
}

function collect(folder: string, into: Map<string, string[]>, budget: SizeRange & { left: number }): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    if (budget.left-- <= 0) return;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!entry.name.startsWith(".")) collect(path, into, budget);
      continue;
    }
    const language = LANGUAGES[extname(entry.name)];
    if (!entry.isFile() || language === undefined || entry.name.includes(".min.")) continue;
    const { size } = statSync(path);
    if (size < budget.minBytes || size > budget.maxBytes) continue;
    const paths = into.get(language);
    if (paths) paths.push(path);
    else into.set(language, [path]);
  }
}

/** Returns whether a text has `\n` only, short lines and no undecodable byte: the mistakes add the rest. */
function isUsable(text: string): boolean {
  const lines = text.split("\n");
  return (
    lines.length > 30 &&
    !text.includes("\r") &&
    !text.includes("\ufffd") &&
    lines.every((line) => line.length < 400)
  );
}
