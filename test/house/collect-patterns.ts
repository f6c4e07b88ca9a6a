import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";

/** A regular expression of the sources. */
export interface SourcePattern {
  /** The file of the expression, relative to the folder of the sources. */
  readonly file: string;
  /** The source text of the literal, or of the expression that creates it at run time. */
  readonly written: string;
  /** Undefined for an expression that is created at run time. */
  readonly pattern?: RegExp;
}

/** Returns all regular expressions below a folder: literals and calls of `RegExp`. */
export function collectPatterns(folder: string): readonly SourcePattern[] {
  const found: SourcePattern[] = [];
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    if (!name.endsWith(".ts")) continue;
    const path = join(folder, name);
    const file = relative(folder, path).replaceAll("\\", "/");
    const source = ts.createSourceFile(name, readFileSync(path, "utf8"), ts.ScriptTarget.Latest);
    const visit = (node: ts.Node): void => {
      if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) {
        const written = (node as ts.RegularExpressionLiteral).text;
        const end = written.lastIndexOf("/");
        found.push({ file, written, pattern: new RegExp(written.slice(1, end), written.slice(end + 1)) });
      } else if (
        (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
        node.expression.kind === ts.SyntaxKind.Identifier &&
        (node.expression as ts.Identifier).text === "RegExp"
      ) {
        found.push({ file, written: node.getText(source).replace(/\s+/g, " ") });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}
