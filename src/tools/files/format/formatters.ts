import type { ConfigContent, Formatter } from "./formatter.js";

const SCRIPT_EXTENSIONS = ["js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts"];

const NODE_PROGRAMS = ["node_modules/.bin"];

const PYTHON_PROGRAMS = [".venv/bin", "venv/bin", ".venv/Scripts", "venv/Scripts"];

/** Edition where no Cargo.toml names one; rustfmt itself would use 2015. */
const DEFAULT_RUST_EDITION = "2021";

/**
 * The known formatters. If several are configured for one file, the one with the nearest configuration is used; within
 * one folder, the first of this list.
 *
 * A formatter requires a configuration in the project, so that files are not formatted in a style that its authors did
 * not choose; only Go and Rust have one common style.
 */
export const FORMATTERS: readonly Formatter[] = [
  {
    name: "biome",
    extensions: [...SCRIPT_EXTENSIONS, "json", "jsonc", "css", "graphql", "gql"],
    configNames: ["biome.json", "biome.jsonc", ".biome.json", ".biome.jsonc"],
    program: "biome",
    programFolders: NODE_PROGRAMS,
    arguments: (path) => ["format", `--stdin-file-path=${path}`],
    output: "text",
  },
  {
    name: "prettier",
    configNames: [".prettierrc", ".prettierrc.*", "prettier.config.*"],
    configContents: [packageKey("prettier", "dependencies", "devDependencies")],
    program: "prettier",
    programFolders: NODE_PROGRAMS,
    arguments: (path) => ["--stdin-filepath", path],
    output: "text",
  },
  {
    name: "eslint",
    extensions: [...SCRIPT_EXTENSIONS, "vue"],
    configNames: ["eslint.config.*", ".eslintrc", ".eslintrc.*"],
    configContents: [packageKey("eslintConfig")],
    program: "eslint",
    programFolders: NODE_PROGRAMS,
    lastResort: true,
    arguments: (path) => ["--fix-dry-run", "--format", "json", "--stdin", "--stdin-filename", path],
    output: "eslint-json",
  },
  {
    name: "gofmt",
    extensions: ["go"],
    configNames: [],
    program: "gofmt",
    programFolders: [],
    arguments: () => [],
    output: "text",
  },
  {
    name: "rustfmt",
    extensions: ["rs"],
    configNames: [],
    program: "rustfmt",
    programFolders: [],
    arguments: (_, { rustEdition = DEFAULT_RUST_EDITION }) => ["--emit", "stdout", "--edition", rustEdition],
    output: "text",
  },
  {
    name: "black",
    extensions: ["py", "pyi"],
    configNames: [],
    configContents: [pyprojectTable("black")],
    program: "black",
    programFolders: PYTHON_PROGRAMS,
    arguments: (path) => ["--quiet", "--stdin-filename", path, "-"],
    output: "text",
  },
  {
    name: "ruff",
    extensions: ["py", "pyi"],
    configNames: ["ruff.toml", ".ruff.toml"],
    configContents: [pyprojectTable("ruff")],
    program: "ruff",
    programFolders: PYTHON_PROGRAMS,
    arguments: (path) => ["format", "--stdin-filename", path, "-"],
    output: "text",
  },
  {
    name: "clang-format",
    extensions: ["c", "h", "cc", "cpp", "cxx", "c++", "hh", "hpp", "hxx", "inl", "m", "mm", "cu", "proto"],
    configNames: [".clang-format", "_clang-format"],
    program: "clang-format",
    programFolders: [],
    arguments: (path) => [`--assume-filename=${path}`],
    output: "text",
  },
  {
    name: "shfmt",
    extensions: ["sh", "bash", "bats"],
    configNames: [".editorconfig"],
    program: "shfmt",
    programFolders: [],
    arguments: (path) => ["--filename", path],
    output: "text",
  },
];

/** Returns the formatters for an extension, in the order of {@link FORMATTERS}. */
export function formattersFor(extension: string): readonly Formatter[] {
  const own = FORMATTERS.filter(({ extensions }) => extensions?.includes(extension));
  const isScript = own.length === 0 || own.some(({ name }) => name === "biome" || name === "eslint");
  return isScript ? FORMATTERS.filter((one) => own.includes(one) || one.extensions === undefined) : own;
}

/** A package.json with a given key, or with the name in one of its tables. */
function packageKey(key: string, ...tables: readonly string[]): ConfigContent {
  return {
    name: "package.json",
    description: `"${key}" in package.json`,
    namesFormatter(text) {
      const manifest = jsonObject(text);
      if (manifest === undefined) return false;
      return [manifest, ...tables.map((table) => manifest[table])].some(
        (section) => typeof section === "object" && section !== null && Object.hasOwn(section, key),
      );
    },
  };
}

function jsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    // A manifest that is being written may be invalid.
    return undefined;
  }
}

/** A pyproject.toml with a table `[tool.name]` or one below it. */
function pyprojectTable(name: string): ConfigContent {
  const table = new RegExp(`^[ \\t]*\\[tool\\.${name}[\\].]`, "m");
  return {
    name: "pyproject.toml",
    description: `[tool.${name}] in pyproject.toml`,
    namesFormatter: (text) => table.test(text),
  };
}
