import type { Language, Node, Parser, Tree, TreeCursor } from "web-tree-sitter";
import { quietly, type SyntaxCheck, type SyntaxFinding } from "../../../contract/index.js";
import { ellipsized } from "../../../text/index.js";
import { yieldToEventLoop } from "../../../values/index.js";
import { installedGrammar } from "./installed-grammars.js";

/** A grammar of tree-sitter: the path or the bytes of its WebAssembly module, or a function that returns them. */
export type SyntaxGrammar = string | Uint8Array | (() => Promise<string | Uint8Array>);

/** Grammars for the check of syntax. */
export interface SyntaxOptions {
  /** Grammars by the ending of file names: `{ ".zig": "/opt/grammars/tree-sitter-zig.wasm" }`. */
  readonly grammars?: Readonly<Record<string, SyntaxGrammar>>;
  /** Whether grammars are also taken from npm packages that are installed beside this library. Default true. */
  readonly installed?: boolean;
}

/** Maximum length of a text that is parsed, in UTF-16 units: a parser does not stop inside one token, and 500 KB of one take 40 ms. */
const MAX_CHARACTERS = 256 * 1024;

/** Milliseconds of one step of a parser or of the search for errors, which blocks the event loop. */
const STEP_MS = 10;

/** Milliseconds of all steps for one text: about 200 KB. */
const TOTAL_MS = 400;

/** Findings for one text. */
const MAX_FINDINGS = 3;

/** UTF-16 units of a text that a message quotes. */
const MAX_QUOTED = 40;

/** Nodes of a tree that are visited between two looks at the clock. */
const NODES_PER_LOOK = 64;

type TreeSitter = typeof import("web-tree-sitter");

/**
 * Creates the check of syntax with tree-sitter. The parser (the peer dependency `web-tree-sitter`) and each grammar are loaded on first
 * use; without them, no file is checked.
 */
export function localSyntax({ grammars = {}, installed = true }: SyntaxOptions = {}): SyntaxCheck {
  let library: Promise<TreeSitter | undefined> | undefined;
  const languages = new Map<string, Promise<Language | undefined>>();
  const languageOf = (ending: string): Promise<Language | undefined> => {
    const known = languages.get(ending);
    if (known !== undefined) return known;
    const own = Object.hasOwn(grammars, ending) ? grammars[ending] : undefined;
    const grammar = own ?? (installed ? installedGrammar(ending) : undefined);
    const loading = (async () => {
      if (grammar === undefined) return undefined;
      library ??= loadTreeSitter();
      const source = typeof grammar === "function" ? await grammar() : grammar;
      return (await library)?.Language.load(source);
    })().catch(() => undefined);
    languages.set(ending, loading);
    return loading;
  };
  return {
    async errors(path, text, signal) {
      const ending = endingOf(path);
      if (ending === undefined || text.length > MAX_CHARACTERS) return undefined;
      const language = await languageOf(ending);
      const treeSitter = await library;
      if (language === undefined || treeSitter === undefined) return undefined;
      return parse(new treeSitter.Parser(), { language, text, signal });
    },
  };
}

async function loadTreeSitter(): Promise<TreeSitter | undefined> {
  try {
    const loaded = await import("web-tree-sitter");
    await loaded.Parser.init();
    return loaded;
  } catch {
    return undefined;
  }
}

async function parse(
  parser: Parser,
  {
    language,
    text,
    signal,
  }: { readonly language: Language; readonly text: string; readonly signal: AbortSignal },
): Promise<readonly SyntaxFinding[] | undefined> {
  try {
    parser.setLanguage(language);
    let spentMs = 0;
    while (spentMs < TOTAL_MS && !signal.aborted) {
      const startedAt = performance.now();
      const elapsedMs = () => performance.now() - startedAt;
      // A stopped parser continues where it stopped.
      const tree = parser.parse(text, null, { progressCallback: () => elapsedMs() > STEP_MS });
      spentMs += elapsedMs();
      if (tree !== null) {
        try {
          return await findingsOf(tree, { text, signal, limitMs: TOTAL_MS - spentMs });
        } finally {
          tree.delete();
        }
      }
      await yieldToEventLoop();
    }
    return undefined;
  } catch {
    return undefined;
  } finally {
    quietly(() => parser.delete());
  }
}

/**
 * Returns the first errors of a tree; undefined if the search takes too long. A cursor reads the children of a node one by one: a list
 * of them is built in one step, however many there are.
 */
async function findingsOf(
  tree: Tree,
  {
    text,
    signal,
    limitMs,
  }: { readonly text: string; readonly signal: AbortSignal; readonly limitMs: number },
): Promise<readonly SyntaxFinding[] | undefined> {
  if (!tree.rootNode.hasError) return [];
  const findings: SyntaxFinding[] = [];
  const cursor = tree.walk();
  let spentMs = 0;
  let startedAt = performance.now();
  try {
    for (let visited = 1; findings.length < MAX_FINDINGS; visited += 1) {
      const node = cursor.currentNode;
      const isError = node.isMissing || node.isError;
      if (isError) findings.push(findingOf(node, text));
      const isInside = !isError && node.hasError && cursor.gotoFirstChild();
      if (!isInside && !gotoFollowing(cursor)) break;
      const elapsedMs = visited % NODES_PER_LOOK === 0 ? performance.now() - startedAt : 0;
      if (elapsedMs < STEP_MS) continue;
      spentMs += elapsedMs;
      if (spentMs > limitMs || signal.aborted) return undefined;
      await yieldToEventLoop();
      startedAt = performance.now();
    }
    return findings;
  } finally {
    cursor.delete();
  }
}

/** Moves to the next sibling of a node or of the nearest ancestor that has one, and returns whether there is any. */
function gotoFollowing(cursor: TreeCursor): boolean {
  while (!cursor.gotoNextSibling()) {
    if (!cursor.gotoParent()) return false;
  }
  return true;
}

function findingOf(node: Node, text: string): SyntaxFinding {
  const { row, column } = node.startPosition;
  const quoted = node.isMissing ? node.type : shortened(text.slice(node.startIndex, node.endIndex));
  return {
    line: row + 1,
    column: column + 1,
    message: `${node.isMissing ? "missing" : "unexpected"} ${quoted}`,
  };
}

/** Returns the start of the first line of a text, in quotes. */
function shortened(text: string): string {
  const [line = ""] = text.split("\n", 1);
  return JSON.stringify(ellipsized(line.trimEnd(), MAX_QUOTED));
}

/** Returns the ending of a file name with its dot, in lower case; undefined for a name without one. */
function endingOf(path: string): string | undefined {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  const dot = name.lastIndexOf(".");
  return dot === -1 || dot === name.length - 1 ? undefined : name.slice(dot).toLowerCase();
}
