import ts from "typescript";

/** The declaration of an exported name, as one line or several, and the types that it names. */
export interface SymbolReport {
  readonly text: string;
  readonly named: ReadonlySet<ts.Symbol>;
}

const printer = ts.createPrinter({ removeComments: true });

/** Returns the public part of the declarations of a symbol: without bodies, private members and comments. */
export function symbolReport(name: string, symbol: ts.Symbol, checker: ts.TypeChecker): SymbolReport {
  const named = new Set<ts.Symbol>();
  const declarations = symbol.declarations ?? [];
  const parts = declarations.map((declaration) => {
    for (const part of publicParts(declaration)) collectNames(part, checker, named);
    return declarationText(name, declaration, checker);
  });
  return { text: [...new Set(parts)].join("\n"), named };
}

function declarationText(name: string, declaration: ts.Declaration, checker: ts.TypeChecker): string {
  const file = declaration.getSourceFile();
  const print = (node: ts.Node) => printer.printNode(ts.EmitHint.Unspecified, node, file);
  if (ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration))
    return print(declaration);
  if (ts.isClassDeclaration(declaration)) {
    const members = declaration.members.filter(isPublic).map((member) => `  ${memberText(member, checker)}`);
    const heritage = (declaration.heritageClauses ?? []).map((clause) => ` ${print(clause)}`).join("");
    return `export class ${name}${heritage} {\n${members.join("\n")}\n}`;
  }
  const type = checker.getTypeAtLocation(declaration);
  return `export ${name}: ${checker.typeToString(type, declaration, ts.TypeFormatFlags.NoTruncation)}`;
}

function memberText(member: ts.ClassElement, checker: ts.TypeChecker): string {
  const type = checker.getTypeAtLocation(member);
  const name = member.name === undefined ? "constructor" : member.name.getText();
  return `${name}: ${checker.typeToString(type, member, ts.TypeFormatFlags.NoTruncation)}`;
}

function isPublic(member: ts.ClassElement): boolean {
  if (member.name !== undefined && ts.isPrivateIdentifier(member.name)) return false;
  const flags = ts.getCombinedModifierFlags(member);
  return (flags & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) === 0;
}

/** Returns the parts of a declaration whose names a host sees: not bodies and initializers. */
function publicParts(declaration: ts.Declaration): readonly ts.Node[] {
  if (ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration)) return [declaration];
  if (ts.isClassDeclaration(declaration)) return declaration.members.filter(isPublic).flatMap(signatureParts);
  return signatureParts(declaration);
}

function signatureParts(node: ts.Node): readonly ts.Node[] {
  const parts: ts.Node[] = [];
  if (ts.isFunctionLike(node)) parts.push(...node.parameters.flatMap(({ type }) => type ?? []));
  const { type } = node as { readonly type?: ts.TypeNode };
  return type === undefined ? parts : [...parts, type];
}

function collectNames(node: ts.Node, checker: ts.TypeChecker, named: Set<ts.Symbol>): void {
  const name = ts.isTypeReferenceNode(node)
    ? node.typeName
    : ts.isExpressionWithTypeArguments(node)
      ? node.expression
      : undefined;
  const symbol = name === undefined ? undefined : checker.getSymbolAtLocation(name);
  if (symbol !== undefined) {
    named.add((symbol.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol);
  }
  ts.forEachChild(node, (child) => collectNames(child, checker, named));
}
