import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { DOCUMENTS, ROOT } from "./documents.js";

/** Declarations of the names that blocks use without declaring them. */
const AT_HAND = `
import type AtHandAnthropic from "@anthropic-ai/sdk";
declare global {
  const client: AtHandAnthropic;
  const model: string;
  const max_tokens: number;
  const messages: AtHandAnthropic.MessageParam[];
}
export {};
`;

const blocks = DOCUMENTS.flatMap((document) =>
  [...readFileSync(join(ROOT, document), "utf8").matchAll(/^```ts(?: \[[^\]\n]*\])?\n([\s\S]*?)^```/gm)].map(
    (match, index) => ({
      title: `${document}, block ${index + 1}`,
      path: join(ROOT, "test/docs", `${document.replace(/\W/g, "-")}-${index + 1}.virtual.ts`),
      code: `${match[1] ?? ""}\nexport {};\n`,
    }),
  ),
);

function problems(): Map<string, string[]> {
  const configuration = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile).config;
  const { options } = ts.parseJsonConfigFileContent(
    { ...configuration, include: [], files: [] },
    ts.sys,
    ROOT,
  );
  const host = ts.createCompilerHost(options);
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  const virtual = new Map([
    ...blocks.map(({ path, code }) => [path, code] as const),
    [join(ROOT, "test/docs/at-hand.virtual.ts"), AT_HAND],
  ]);
  const { readFile, fileExists, getSourceFile } = host;
  host.fileExists = (path) => virtual.has(path) || fileExists(path);
  host.readFile = (path) => virtual.get(path) ?? readFile(path);
  host.getSourceFile = (path, language, ...rest) => {
    const text = virtual.get(path);
    return text === undefined
      ? getSourceFile(path, language, ...rest)
      : ts.createSourceFile(path, text, language);
  };
  const program = ts.createProgram([...virtual.keys()], options, host);
  const found = new Map<string, string[]>();
  // Only diagnostics of the blocks: the type checker checks the sources separately.
  const diagnostics = [...virtual.keys()].flatMap((path) => {
    const source = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  });
  for (const { file, messageText } of [
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...diagnostics,
  ]) {
    const path = file?.fileName ?? "";
    found.set(path, [...(found.get(path) ?? []), ts.flattenDiagnosticMessageText(messageText, "\n")]);
  }
  return found;
}

describe("code in the documentation", () => {
  const found = problems();
  it.each(blocks)("compiles: $title", ({ path }) => {
    expect(found.get(path) ?? []).toEqual([]);
  });
  it.each(DOCUMENTS)("uses only languages that are checked, and none for outputs: %s", (document) => {
    const languages = [...readFileSync(join(ROOT, document), "utf8").matchAll(/^```([^\s`]+)/gm)];
    const known = ["ts", "sh", "text", "json", "mermaid"];
    expect(languages.map(([, language = ""]) => language).filter((each) => !known.includes(each))).toEqual(
      [],
    );
  });
  it.each(DOCUMENTS)("parses blocks marked as JSON: %s", (document) => {
    const text = readFileSync(join(ROOT, document), "utf8");
    for (const [, code = ""] of text.matchAll(/^```json\n([\s\S]*?)^```/gm)) {
      expect(() => JSON.parse(code), code).not.toThrow();
    }
  });
  it("finds blocks (control)", () => {
    expect(blocks.length).toBeGreaterThan(6);
  });
});
