import ts from "typescript";

const LITERALS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.TemplateHead,
  ts.SyntaxKind.TemplateMiddle,
  ts.SyntaxKind.TemplateTail,
  ts.SyntaxKind.RegularExpressionLiteral,
  ts.SyntaxKind.JsxText,
]);

function parsed(text: string): ts.SourceFile {
  return ts.createSourceFile("a.ts", text, {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  });
}

/** Returns a program with its literals blanked: the scanner alone would take the end of a template for the start of another one. */
function withoutLiterals(text: string): string {
  let blanked = "";
  let end = 0;
  const file = parsed(text);
  const visit = (node: ts.Node): void => {
    if (LITERALS.has(node.kind)) {
      const start = node.getStart(file);
      blanked += text.slice(end, start) + text.slice(start, node.end).replace(/[^\n]/g, " ");
      end = node.end;
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return blanked + text.slice(end);
}

/** Returns the comments of a TypeScript file, neighbouring line comments joined. */
export function commentsOf(source: string): readonly string[] {
  const text = withoutLiterals(source);
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, text);
  const comments: string[] = [];
  let lineEnd = -1;
  for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan()) {
    if (token === ts.SyntaxKind.MultiLineCommentTrivia) comments.push(withoutCode(scanner.getTokenText()));
    if (token === ts.SyntaxKind.SingleLineCommentTrivia) {
      const joins = text.slice(lineEnd, scanner.getTokenStart()).trim() === "" && lineEnd !== -1;
      const comment = withoutCode(scanner.getTokenText());
      if (joins) comments.push(`${comments.pop()} ${comment.slice(2)}`);
      else comments.push(comment);
      lineEnd = scanner.getTokenEnd();
    }
  }
  return comments;
}

/** Returns the paragraphs of a Markdown page, without its blocks and spans of code. */
export function proseOf(page: string): readonly string[] {
  return withoutBlocks(page)
    .split(/\n[ \t]*\n/)
    .map((paragraph) => withoutCode(paragraph))
    .filter((paragraph) => paragraph.trim() !== "");
}

/** Returns the headings of a Markdown page, without their marks. */
export function headingsOf(page: string): readonly string[] {
  return [...withoutBlocks(page).matchAll(/^#{1,6} (.*)$/gm)].map((match) => match[1] ?? "");
}

/** Returns the titles of the tests of a file, as far as they are literals. */
export function testTitlesOf(text: string): readonly string[] {
  const calls = /\b(?:it|test)(?:\.[a-zA-Z]+)*\(\s*(?:"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g;
  const tables = /\)\(\s*(?:"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`),\s*(?:\{[^}]*\},\s*)?(?:async\s*)?\(/g;
  return [calls, tables].flatMap((titles) =>
    [...text.matchAll(titles)].map((match) => match[1] ?? match[2] ?? ""),
  );
}

/** Returns the sentences in string literals and templates of a TypeScript file; single words, such as codes, are not sentences. */
export function stringsOf(text: string): readonly string[] {
  const file = parsed(text);
  const strings: string[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isStringLiteralLike(node) || isTemplatePart(node)) && /[a-z] [a-z]/i.test(node.text))
      strings.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return strings;
}

/** Takes quoted words and spans of code out of a title. */
export function withoutQuotations(title: string): string {
  return title.replace(/`[^`]*`|"[^"]*"|'[^']* [^']*'/g, '""');
}

function isTemplatePart(node: ts.Node): node is ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail {
  return ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node);
}

function withoutBlocks(page: string): string {
  return page.replace(/^[ \t]*```[\s\S]*?^[ \t]*```[ \t]*$/gm, "");
}

/** Takes out examples, spans of code and quotations: they show messages and names as they are. */
function withoutCode(text: string): string {
  return text
    .replace(/@example[\s\S]*?(?=\n\s*\*\s*@|\*\/|$)/g, "")
    .replace(/`[^`\n]*`/g, "``")
    .replace(/"[^"\n]*"/g, '""');
}
