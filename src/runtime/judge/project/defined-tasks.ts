import type { TaskSource } from "../../../permissions/index.js";
import { withoutComments } from "./without-comments.js";

/** A kind of file that defines commands. */
export interface TaskFile {
  /** The names of the file, in the order in which the program looks for them. */
  readonly names: readonly string[];
  /** Whether the program also looks in the folders above. */
  readonly climbs: boolean;
  /** Returns the names of the commands that the text defines. Throws for a text that it cannot read. */
  readonly tasksOf: (text: string) => readonly string[];
}

/** Every kind of file that defines commands, except `node_modules/.bin`, which is a folder. */
export const TASK_FILES: Readonly<Record<Exclude<TaskSource, "node_modules/.bin">, TaskFile>> = {
  "package.json": { names: ["package.json"], climbs: true, tasksOf: (text) => keysOf(text, "scripts") },
  "composer.json": { names: ["composer.json"], climbs: false, tasksOf: (text) => keysOf(text, "scripts") },
  "deno.json": {
    names: ["deno.json", "deno.jsonc"],
    climbs: true,
    tasksOf: (text) => keysOf(withoutComments(text), "tasks"),
  },
  Makefile: { names: ["GNUmakefile", "makefile", "Makefile"], climbs: false, tasksOf: makeTargets },
  justfile: { names: ["justfile", ".justfile", "Justfile"], climbs: true, tasksOf: justRecipes },
  Taskfile: {
    names: [
      "Taskfile.yml",
      "taskfile.yml",
      "Taskfile.yaml",
      "taskfile.yaml",
      "Taskfile.dist.yml",
      "Taskfile.dist.yaml",
    ],
    climbs: true,
    tasksOf: taskfileTasks,
  },
  Rakefile: {
    names: ["rakefile", "Rakefile", "rakefile.rb", "Rakefile.rb"],
    climbs: true,
    tasksOf: rakeTasks,
  },
  "mix.exs": { names: ["mix.exs"], climbs: false, tasksOf: mixAliases },
  ".cargo/config.toml": {
    names: [".cargo/config.toml", ".cargo/config"],
    climbs: true,
    tasksOf: (text) => tomlKeys(text, "alias").map(([, key]) => key),
  },
  "pyproject.toml poe": {
    names: ["pyproject.toml"],
    climbs: true,
    tasksOf: (text) => tomlKeys(text, "tool.poe.tasks").map(([, key]) => key),
  },
  "pyproject.toml pdm": {
    names: ["pyproject.toml"],
    climbs: true,
    tasksOf: (text) => tomlKeys(text, "tool.pdm.scripts").map(([, key]) => key),
  },
  "pyproject.toml hatch": { names: ["pyproject.toml"], climbs: true, tasksOf: hatchScripts },
};

function keysOf(text: string, member: string): readonly string[] {
  const whole: unknown = JSON.parse(text);
  const defined = isObject(whole) ? whole[member] : undefined;
  return isObject(defined) ? Object.keys(defined) : [];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the targets of a makefile, without those of included files and those that a pattern or a variable names. */
function makeTargets(text: string): readonly string[] {
  return text.split("\n").flatMap((line) => {
    const colon = line.indexOf(":");
    if (colon < 1 || /^[\s#]/.test(line) || line[colon + 1] === "=") return [];
    const head = line.slice(0, colon);
    return head.includes("=") ? [] : head.split(/\s/).filter((name) => /^[A-Za-z0-9_][\w./-]*$/.test(name));
  });
}

/** Returns the recipes and aliases of a justfile. */
function justRecipes(text: string): readonly string[] {
  return text.split("\n").flatMap((line) => {
    const [, alias] = /^alias ([\w-]+)/.exec(line) ?? [];
    if (alias !== undefined) return [alias];
    const colon = line.indexOf(":");
    const [, name] = /^@?([A-Za-z_][\w-]*)(?=[\s:])/.exec(line) ?? [];
    return name === undefined || colon === -1 || line[colon + 1] === "=" ? [] : [name];
  });
}

/** Returns the tasks of a Taskfile, without those of included files. */
function taskfileTasks(text: string): readonly string[] {
  const names: string[] = [];
  let isInside = false;
  let indentation: number | undefined;
  for (const line of text.split("\n")) {
    if (/^\S/.test(line) && !line.startsWith("#")) isInside = /^tasks:\s*$/.test(line);
    if (!isInside) continue;
    const content = line.trimStart();
    const [, name] = /^["']?([A-Za-z0-9_][\w.:-]*)["']?:/.exec(content) ?? [];
    if (name === undefined) continue;
    const indent = line.length - content.length;
    if (indent > 0) indentation ??= indent;
    if (indent === indentation) names.push(name);
  }
  return names;
}

/** Returns the tasks of a Rakefile, without those in namespaces and in other files. */
function rakeTasks(text: string): readonly string[] {
  return text.split("\n").flatMap((line) => {
    const [, name] = /^(?:multi)?task[ (]:?["']?([A-Za-z_][\w:-]*)/.exec(line) ?? [];
    return name === undefined ? [] : [name.replace(/:$/, "")];
  });
}

/** Returns the aliases of a Mix project that the function `aliases` lists. */
function mixAliases(text: string): readonly string[] {
  const names: string[] = [];
  let isInside = false;
  for (const line of text.split("\n")) {
    if (/^ {2}defp? aliases\b/.test(line)) isInside = true;
    else if (/^ {2}end\b/.test(line)) isInside = false;
    const [, name] = (isInside && /^\[? ?"?([a-z_][\w.]*)"?: /.exec(line.trim())) || [];
    if (name !== undefined) names.push(name);
  }
  return names;
}

function hatchScripts(text: string): readonly string[] {
  return tomlKeys(text, "tool.hatch.envs").flatMap(([table, key]) => {
    const [, environment] = /^tool\.hatch\.envs\.([\w-]+)\.scripts$/.exec(table) ?? [];
    if (environment === undefined) return [];
    return environment === "default" ? [key, `default:${key}`] : [`${environment}:${key}`];
  });
}

/** Returns the keys of a TOML table and of the tables in it, each with the name of the table that contains it. */
function tomlKeys(text: string, table: string): readonly (readonly [table: string, key: string])[] {
  const keys: (readonly [string, string])[] = [];
  let current = "";
  for (const written of text.split("\n")) {
    const line = written.trim();
    const [, header] = /^\[\[?([\w.-]+)\]/.exec(line) ?? [];
    if (header !== undefined) {
      current = header;
      // `[tool.poe.tasks.test]` defines the task `test`.
      if (header.startsWith(`${table}.`))
        keys.push([table, header.slice(table.length + 1).split(".")[0] ?? ""]);
      continue;
    }
    const [, key] = /^["']?([\w-]+)/.exec(line) ?? [];
    if (key === undefined || !line.includes("=")) continue;
    if (current === table || current.startsWith(`${table}.`)) keys.push([current, key]);
  }
  return keys;
}
