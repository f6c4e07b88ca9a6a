import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

let folder: string | undefined;

/**
 * Returns the folder of the examples as JavaScript, in a project that has the built package installed.
 *
 * They are compiled once. tsx would compile every module again at each start, which takes longer than most examples run.
 */
export function compiledExamples(): string {
  folder ??= compile();
  return folder;
}

function compile(): string {
  // The state folder of the tests is removed after the last test.
  const parent = mkdtempSync(join(process.env.XDG_STATE_HOME ?? tmpdir(), "examples-"));
  symlinkSync(join(ROOT, "node_modules"), join(parent, "node_modules"), "junction");
  const project = join(parent, "project");
  mkdirSync(join(project, "node_modules"), { recursive: true });
  symlinkSync(ROOT, join(project, "node_modules/collet"), "junction");
  writeFileSync(join(project, "package.json"), '{ "type": "module" }');
  const examples = join(project, "examples");
  cpSync(join(ROOT, "examples"), examples, { recursive: true });
  for (const name of readdirSync(examples, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".ts")) continue;
    const { outputText } = ts.transpileModule(readFileSync(join(examples, name), "utf8"), {
      compilerOptions: {
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.ESNext,
        verbatimModuleSyntax: true,
      },
    });
    writeFileSync(join(examples, name.replace(/ts$/, "js")), outputText);
  }
  return examples;
}
