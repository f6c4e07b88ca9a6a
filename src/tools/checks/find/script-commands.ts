import type { CheckKind } from "../project-check.js";

/** A command in a script of a package.json, as far as its text shows. */
export interface ScriptCommand {
  readonly words: readonly string[];
  /** The first word that is a program, without path and extension: `eslint`. Empty where there is none. */
  readonly program: string;
  /** Names of scripts that it runs, with `*` in patterns. */
  readonly scripts: readonly string[];
}

/** Words before a program that only say how to run it. */
const RUNNERS = new Set([
  "npx",
  "bunx",
  "pnpx",
  "cross-env",
  "env",
  "dotenv",
  "exec",
  "dlx",
  "time",
  "--",
  "-y",
  "--yes",
]);

const PACKAGE_MANAGERS = new Set(["npm", "pnpm", "yarn", "bun"]);

/**
 * Programs that run scripts by name: npm-run-all with its short forms, and wireit. concurrently uses another syntax.
 */
const SCRIPT_RUNNERS = new Set(["npm-run-all", "npm-run-all2", "run-s", "run-p"]);

/** Splits a script into its commands. Deliberately approximate: nothing is executed because of the result. */
export function scriptCommands(body: string): readonly ScriptCommand[] {
  return body
    .split(/&&|\|\||[;|&\n]/)
    .map((part) =>
      part
        .trim()
        .split(/\s+/)
        .filter((word) => word !== ""),
    )
    .filter((words) => words.length > 0)
    .map(scriptCommand);
}

function scriptCommand(all: readonly string[]): ScriptCommand {
  let words = all;
  while (words[0] !== undefined && (/^\w+=/.test(words[0]) || RUNNERS.has(words[0]))) words = words.slice(1);
  const [first = "", second = ""] = words;
  if (PACKAGE_MANAGERS.has(first)) {
    if (second === "run" || second === "run-script")
      return { words, program: first, scripts: named(words.slice(2)) };
    if (second === "exec" || second === "dlx" || second === "x") return scriptCommand(words.slice(2));
    if (second === "test" || second === "t") return { words, program: first, scripts: ["test"] };
    if (first !== "npm" && first !== "bun" && second !== "" && !second.startsWith("-")) {
      // `yarn lint` is a script or a program; both have the same name.
      const inner = scriptCommand(words.slice(1));
      return { ...inner, scripts: [second] };
    }
    return { words, program: first, scripts: [] };
  }
  const program =
    first
      .replaceAll("\\", "/")
      .split("/")
      .at(-1)
      ?.replace(/\.(?:[cm]?js|cmd)$/, "") ?? "";
  if (SCRIPT_RUNNERS.has(program)) {
    return {
      words,
      program,
      scripts: words
        .slice(1)
        .filter((word) => !word.startsWith("-"))
        .map(unquoted),
    };
  }
  if (program === "node" && words[1] === "--run") return { words, program, scripts: named(words.slice(2)) };
  return { words, program, scripts: [] };
}

function named(words: readonly string[]): readonly string[] {
  const name = words.find((word) => !word.startsWith("-"));
  return name === undefined ? [] : [unquoted(name)];
}

function unquoted(word: string): string {
  return word.replace(/^(["'])(.*)\1$/, "$2");
}

const TYPE_CHECKERS = new Set(["vue-tsc", "svelte-check", "tsd", "attw", "glint"]);
const LINTERS = new Set([
  "eslint",
  "stylelint",
  "oxlint",
  "xo",
  "standard",
  "tslint",
  "markdownlint",
  "knip",
  "publint",
]);
const TESTERS = new Set(["jest", "mocha", "ava", "tap", "jasmine", "uvu", "vitest"]);

/** Words of commands that never end or change files, which a check does not do. */
const NO_CHECK =
  /^(?:--watch(?:All)?(?:=(?!false).*)?|watch|--fix(?:-.*)?|--write|--ui|--serve|dev|serve|start)$/;

/** Returns what a command checks; `undefined` if it is not a known check. */
export function commandKind({ program, words }: ScriptCommand): CheckKind | undefined {
  if (changesOrWatches({ program, words })) return undefined;
  if (program === "tsc") return words.includes("--noEmit") ? "typecheck" : "build";
  if (TYPE_CHECKERS.has(program)) return "typecheck";
  if (LINTERS.has(program)) return "lint";
  if (program === "biome") return words[1] === "format" ? "format" : "lint";
  if (program === "prettier")
    return words.some((word) => /^(?:--check|-c|--list-different|-l)$/.test(word)) ? "format" : undefined;
  if (TESTERS.has(program)) return "test";
  if (program === "playwright" && words[1] === "test") return "test";
  if (program === "cypress" && words[1] === "run") return "test";
  if (
    (program === "node" || program === "tsx" || program === "bun") &&
    (words.includes("--test") || words[1] === "test")
  )
    return "test";
  return undefined;
}

/** Returns whether a command never ends or changes files. */
export function changesOrWatches({ program, words }: Pick<ScriptCommand, "program" | "words">): boolean {
  return (
    words.slice(1).some((word) => NO_CHECK.test(word)) ||
    ((program === "tsc" || TESTERS.has(program)) && words.includes("-w"))
  );
}
