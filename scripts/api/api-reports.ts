import { join, resolve } from "node:path";
import ts from "typescript";
import { symbolReport } from "./symbol-report.js";
import { undocumentedOptions } from "./undocumented-options.js";

/** Opens the line of a report about a type that a signature names but no entry point exports. */
export const NOT_EXPORTED = "// not exported: ";

/** The report of one entry point. */
export interface ApiReport {
  /** Name of the file, without its ending. */
  readonly name: string;
  readonly text: string;
}

/** The public API of the package. */
export interface PublicApi {
  /** A report for each entry point: its exports with their signatures, sorted by name. */
  readonly reports: readonly ApiReport[];
  /** Members of option types without a doc comment, as `Type.member`. */
  readonly undocumented: readonly string[];
}

/** Reads the public API from the source of the package in a folder. */
export function readPublicApi(root: string): PublicApi {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const entries = Object.entries(options.paths ?? {}).map(([name, [file = ""]]) => ({
    name: name.replace(/^collet\/?/, "") || "index",
    file: resolve(root, file),
  }));
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    options,
  );
  const checker = program.getTypeChecker();
  const exportsOf = (file: string) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file) as ts.SourceFile);
    return module === undefined
      ? []
      : checker.getExportsOfModule(module).map((symbol) => resolved(symbol, checker));
  };
  const exported = new Set(entries.flatMap(({ file }) => exportsOf(file).map(({ symbol }) => symbol)));
  const reports = entries.map(({ name, file }) => {
    const missing = new Set<string>();
    const lines = exportsOf(file)
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, symbol }) => {
        const { text, named } = symbolReport(name, symbol, checker);
        for (const each of named) if (isOwn(each, root) && !exported.has(each)) missing.add(each.name);
        return text;
      });
    const notExported = [...missing].sort().map((each) => `${NOT_EXPORTED}${each}`);
    // The compiler writes absolute paths; a report must not depend on the folder of the checkout.
    const text = [...notExported, ...lines].join("\n").replaceAll(`import("${root}/`, 'import("');
    return { name, text: `${text}\n` };
  });
  return { reports, undocumented: undocumentedOptions(exported, checker) };
}

function resolved(symbol: ts.Symbol, checker: ts.TypeChecker) {
  const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
  return { name: symbol.name, symbol: isAlias ? checker.getAliasedSymbol(symbol) : symbol };
}

/** Returns whether a name is declared at the top of a file of the library, so that a host can only get it through an export. */
function isOwn(symbol: ts.Symbol, root: string): boolean {
  return (symbol.declarations ?? []).some(
    (declaration) =>
      declaration.getSourceFile().fileName.startsWith(join(root, "src")) &&
      ts.isSourceFile(declaration.parent),
  );
}
