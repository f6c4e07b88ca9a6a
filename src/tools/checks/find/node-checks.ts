import type { CheckKind, ProjectCheck } from "../project-check.js";
import type { PackageManifest } from "./package-checks.js";
import type { ProjectFolder } from "./project-folder.js";
import { scriptCommands } from "./script-commands.js";

const PROGRAMS = ["node_modules/.bin"];

/** A tool that checks without a script, and the signs that a project uses it. */
interface NodeTool {
  readonly name: string;
  readonly kind: ProjectCheck["kind"];
  readonly parameters: string;
  /** Files that show its use. */
  readonly files: RegExp;
  /** A key of package.json that shows its use. */
  readonly key?: string;
  /** Programs that do the same: a script that runs one of them makes this check redundant. */
  readonly covered: readonly string[];
}

const TOOLS: readonly NodeTool[] = [
  {
    name: "tsc",
    kind: "typecheck",
    parameters: "--noEmit",
    files: /^tsconfig\.json$/,
    covered: ["tsc", "vue-tsc", "svelte-check"],
  },
  {
    name: "biome",
    kind: "lint",
    parameters: "check",
    files: /^\.?biome\.jsonc?$/,
    covered: ["biome"],
  },
  {
    name: "eslint",
    kind: "lint",
    parameters: ".",
    files: /^(?:eslint\.config\.[cm]?[jt]s|\.eslintrc(?:\.(?:js|cjs|json|ya?ml))?)$/,
    key: "eslintConfig",
    covered: ["eslint"],
  },
  {
    name: "vitest",
    kind: "test",
    parameters: "run",
    files: /^vitest\.config\.[cm]?[jt]s$/,
    covered: ["vitest"],
  },
  {
    name: "jest",
    kind: "test",
    parameters: "",
    files: /^jest\.config\.(?:[cm]?[jt]s|json)$/,
    key: "jest",
    covered: ["jest"],
  },
];

/**
 * Returns the tools that a folder's files configure and that no script runs.
 *
 * @param checkScripts - the scripts that are checks
 */
export async function nodeChecks(
  manifest: PackageManifest | undefined,
  checkScripts: readonly { readonly kind: CheckKind; readonly body: string }[],
  folder: ProjectFolder,
): Promise<readonly ProjectCheck[]> {
  const run = checkScripts.flatMap(({ kind, body }) =>
    scriptCommands(body).map((command) => ({ kind, ...command })),
  );
  const checks: ProjectCheck[] = [];
  for (const tool of TOOLS) {
    const file = [...folder.names].find((name) => tool.files.test(name));
    const isSet = file !== undefined || (tool.key !== undefined && manifest?.keys.has(tool.key) === true);
    // A script that only builds with tsc does not cover it: it writes files.
    const isCovered = run.some(
      ({ kind, program, words }) =>
        tool.covered.includes(program) &&
        (program !== "tsc" || kind === "typecheck" || words.includes("--noEmit")),
    );
    if (!isSet || isCovered) continue;
    const local = await folder.program(PROGRAMS, tool.name);
    checks.push({
      name: tool.name,
      kind: tool.kind,
      command: [local ?? tool.name, tool.parameters].filter((word) => word !== "").join(" "),
      source: file ?? `"${tool.key}" in package.json`,
      runsWithAll: true,
      ...(local === undefined && { inPath: tool.name }),
    });
  }
  return checks;
}
