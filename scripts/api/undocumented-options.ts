import ts from "typescript";

/** Types whose members a user writes: each member needs a doc comment. */
const OPTION_TYPES = /(?:Options|Limits|Definition)$/;

/** Returns the members of public option types without a doc comment, as `Type.member`, sorted. */
export function undocumentedOptions(
  exported: ReadonlySet<ts.Symbol>,
  checker: ts.TypeChecker,
): readonly string[] {
  return [...exported]
    .flatMap((type) => (OPTION_TYPES.test(type.name) ? membersWithoutDoc(type, checker) : []))
    .sort();
}

function membersWithoutDoc(type: ts.Symbol, checker: ts.TypeChecker): readonly string[] {
  const members = (type.declarations ?? [])
    .filter(ts.isInterfaceDeclaration)
    .flatMap(({ members }) => members);
  return members.flatMap(({ name }) => {
    const member = name === undefined ? undefined : checker.getSymbolAtLocation(name);
    if (member === undefined || member.getDocumentationComment(checker).length > 0) return [];
    return [`${type.name}.${member.name}`];
  });
}
