import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { Converter, ReflectionKind } from "typedoc";
import ts from "typescript";

const ROOT = resolve(import.meta.dirname, "../..");

/** The name that a program imports, for the file of each entry point: `src/adapters/mcp/index.ts` is `collet/mcp`. */
function importNames() {
  const { config } = ts.parseConfigFileTextToJson(
    "tsconfig.json",
    readFileSync(`${ROOT}/tsconfig.json`, "utf8"),
  );
  const { paths } = config.compilerOptions;
  return new Map(Object.entries(paths).map(([name, [file]]) => [relative(ROOT, resolve(ROOT, file)), name]));
}

/**
 * A TypeDoc plugin: a module is called what a program imports, not what its file is called.
 *
 * @param {import("typedoc").Application} app
 */
export function load(app) {
  const names = importNames();
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
    if (!reflection.kindOf(ReflectionKind.Module)) return;
    const file = context.getSymbolFromReflection(reflection)?.declarations?.[0]?.getSourceFile().fileName;
    const name = file && names.get(relative(ROOT, file));
    if (name !== undefined) reflection.name = name;
  });
}
