import type { ProjectCheck } from "../project-check.js";
import type { ProjectFolder } from "./project-folder.js";

const PROGRAMS = [".venv/bin", "venv/bin", ".venv/Scripts", "venv/Scripts"];

/** Names of test files by pytest's default. */
const TEST_FILE = /^(?:test_.*|.*_test)\.py$/;

/** Returns whether a TOML or INI file has a table, or one below it. */
function hasTable(text: string, name: string): boolean {
  return new RegExp(`^[ \\t]*\\[${name.replaceAll(".", "\\.")}(?:\\]|[.:-])`, "m").test(text);
}

/** Returns the checks of pytest, Ruff and mypy that a folder's files configure. */
export async function pythonChecks(folder: ProjectFolder): Promise<readonly ProjectCheck[]> {
  const { names } = folder;
  const [pyproject, setup, tox, mypyText] = await Promise.all([
    folder.text("pyproject.toml"),
    folder.text("setup.cfg"),
    folder.text("tox.ini"),
    folder.text(names.has("mypy.ini") ? "mypy.ini" : ".mypy.ini"),
  ]);
  const first = (signs: Readonly<Record<string, boolean>>) =>
    Object.entries(signs).find(([, isThere]) => isThere)?.[0];
  const sources = {
    mypy: first({
      "mypy.ini": names.has("mypy.ini"),
      ".mypy.ini": names.has(".mypy.ini"),
      "[tool.mypy] in pyproject.toml": hasTable(pyproject, "tool.mypy"),
      "[mypy] in setup.cfg": hasTable(setup, "mypy"),
    }),
    ruff: first({
      "ruff.toml": names.has("ruff.toml"),
      ".ruff.toml": names.has(".ruff.toml"),
      "[tool.ruff] in pyproject.toml": hasTable(pyproject, "tool.ruff"),
    }),
    pytest: first({
      "pytest.ini": names.has("pytest.ini"),
      "[tool.pytest] in pyproject.toml": hasTable(pyproject, "tool.pytest"),
      "[tool:pytest] in setup.cfg": hasTable(setup, "tool:pytest"),
      "[pytest] in tox.ini": hasTable(tox, "pytest"),
      "conftest.py": names.has("conftest.py"),
      "tests/": await hasPythonTests(folder),
      "test_*.py": [...names].some((name) => TEST_FILE.test(name)),
    }),
  };
  // Without configured targets, mypy refuses to run.
  const mypyTargets = /^[ \t]*(?:files|packages|modules)[ \t]*=/m.test(
    `${mypyText}\n${tableOf(pyproject, "tool.mypy")}\n${tableOf(setup, "mypy")}`,
  );
  const tools = [
    { name: "mypy", kind: "typecheck", parameters: mypyTargets ? "" : "." },
    { name: "ruff", kind: "lint", parameters: "check --output-format=concise" },
    { name: "pytest", kind: "test", parameters: "" },
  ] as const;
  const checks: ProjectCheck[] = [];
  for (const { name, kind, parameters } of tools) {
    const source = sources[name];
    if (source === undefined) continue;
    const local = await folder.program(PROGRAMS, name);
    checks.push({
      name,
      kind,
      command: [local ?? name, parameters].filter((word) => word !== "").join(" "),
      source,
      runsWithAll: true,
      ...(local === undefined && { inPath: name }),
    });
  }
  return checks;
}

async function hasPythonTests(folder: ProjectFolder): Promise<boolean> {
  for (const testFolder of ["tests", "test"]) {
    const names = await folder.namesIn(testFolder);
    if (names.some((name) => name === "conftest.py" || TEST_FILE.test(name))) return true;
  }
  return false;
}

/** Returns the rows of a table, up to the next table. */
function tableOf(text: string, name: string): string {
  const rows = text.split("\n");
  const start = rows.findIndex((row) => row.trim() === `[${name}]`);
  if (start === -1) return "";
  const length = rows.slice(start + 1).findIndex((row) => row.trimStart().startsWith("["));
  return rows.slice(start + 1, length === -1 ? undefined : start + 1 + length).join("\n");
}
