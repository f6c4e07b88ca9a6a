/** How a language marks its comments and blocks; absent for languages without either. */
export interface LanguageMarks {
  /** The mark of a comment to the end of a line. */
  readonly comment?: string;
  /** The first and the last line of a condition around a block. */
  readonly block?: readonly [open: string, close: string | undefined];
  /** Lines of code with marks that begin no comment, in pairs that mean different things. */
  readonly misleading?: readonly (readonly [one: string, other: string])[];
}

const BRACES = ["if (ready) {", "}"] as const;

const SLASHES: LanguageMarks = {
  comment: "//",
  block: BRACES,
  misleading: [
    ["if (/* ok */ leftSide) {", "if (/* ok */ rightSide) {"],
    ["call(/* first */ leftSide, rightSide);", "call(/* first */ rightSide, leftSide);"],
    ["visit(source, /* deep */ leftSide);", "visit(source, /* deep */ rightSide);"],
  ],
};

const COUNTING: LanguageMarks = {
  ...SLASHES,
  misleading: [
    ...(SLASHES.misleading ?? []),
    ["while (amount -- > lowerLimit) {", "while (amount -- > upperLimit) {"],
  ],
};

/** The marks of the languages, by name. */
export const MARKS: Readonly<Record<string, LanguageMarks>> = {
  c: COUNTING,
  cpp: COUNTING,
  csharp: COUNTING,
  go: SLASHES,
  java: COUNTING,
  javascript: COUNTING,
  kotlin: SLASHES,
  php: COUNTING,
  proto: { comment: "//" },
  rust: SLASHES,
  swift: SLASHES,
  typescript: COUNTING,
  haskell: {
    comment: "--",
    misleading: [["  table // [(position, leftSide)]", "  table // [(position, rightSide)]"]],
  },
  lua: {
    comment: "--",
    block: ["if ready then", "end"],
    misleading: [["half = total // count", "half = total // limit"]],
  },
  sql: { comment: "--" },
  elixir: { comment: "#", block: ["if ready do", "end"] },
  make: { misleading: [["\t@npm run build -- --production", "\t@npm run build -- --development"]] },
  markdown: {
    misleading: [
      ["Run npm run build -- --production first.", "Run npm run build -- --development first."],
      ["The command reads issue # 12 of the list", "The command reads issue # 13 of the list"],
    ],
  },
  powershell: { comment: "#", block: BRACES },
  python: {
    comment: "#",
    block: ["if ready:", undefined],
    misleading: [
      ["half = total // count", "half = total // limit"],
      ["pages = (total + size) // size", "pages = (total + size) // width"],
      ["rest = total // count % parts", "rest = total // count % pieces"],
    ],
  },
  ruby: { comment: "#", block: ["if ready", "end"] },
  shell: {
    comment: "#",
    block: ["if ready; then", "fi"],
    misleading: [
      ["npm run build -- --production", "npm run build -- --development"],
      ["git log --oneline -- src/main", "git log --oneline -- src/test"],
    ],
  },
  terraform: { comment: "#" },
  toml: { comment: "#" },
  yaml: {
    comment: "#",
    misleading: [["command: npm run build -- --production", "command: npm run build -- --development"]],
  },
};
