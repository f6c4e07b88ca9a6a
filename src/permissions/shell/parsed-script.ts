import type { Command, ParsedScript, Redirect, SyntaxNode, Word } from "unbash";

/** The parser: the part of the package `unbash` that this library uses. */
export interface ShellParser {
  readonly parse: (source: string) => ParsedScript;
  readonly forEachChild: (node: SyntaxNode, visit: (child: SyntaxNode) => void) => void;
}

/** A command of a script and its context. */
export interface FoundCommand {
  readonly command: Command;
  /** The kind of substitution that contains it. */
  readonly within?: "$()" | "<()" | undefined;
}

/** The commands and redirections of a script. */
export interface ScriptContents {
  readonly script: ParsedScript;
  readonly commands: readonly FoundCommand[];
  readonly redirections: readonly Redirect[];
  /** Words that become values of variables or an input: `for f in x`, `X=x`, `<<< x`. */
  readonly values: readonly Word[];
  /** Whether it contains loops or functions, which may run a command more than once. */
  readonly repeats: boolean;
  /** The first part that the parser did not understand. */
  readonly problem?: string | undefined;
}

/** Finds all commands and redirections of a script, in order, at any depth. It is not recursive: depth needs no stack. */
export function scriptContents(parser: ShellParser, source: string): ScriptContents {
  const script = parser.parse(source);
  const commands: FoundCommand[] = [];
  const redirections: Redirect[] = [];
  const values: Word[] = [];
  let problem: string | undefined;
  let repeats = false;
  const waiting: { node: SyntaxNode; within?: "$()" | "<()" | undefined }[] = [{ node: script }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node } = next;
    let { within } = next;
    const ofNode = valuesOf(node);
    if (ofNode !== undefined) values.push(...ofNode);
    if (node.type === "Command") commands.push({ command: node, within });
    else if (REPEATING.has(node.type)) repeats = true;
    else if (node.type === "Redirect") redirections.push(node);
    else if (node.type === "Script") problem ??= node.errors?.[0]?.message;
    else if (node.type === "CommandExpansion" || node.type === "ArithmeticCommandExpansion") within = "$()";
    else if (node.type === "ProcessSubstitution") within = "<()";
    const children: SyntaxNode[] = [];
    parser.forEachChild(node, (child) => children.push(child));
    // In reverse, because a stack returns the last child first.
    for (let child = children.pop(); child !== undefined; child = children.pop())
      waiting.push({ node: child, within });
  }
  return { script, commands, redirections, values, repeats, problem };
}

function valuesOf(node: SyntaxNode): readonly Word[] | undefined {
  if (node.type === "For" || node.type === "Select") return node.wordlist;
  if (node.type === "ArrayValue") return node.elements;
  if (node.type === "Assignment") return node.value.type === "Word" ? [node.value] : undefined;
  return node.type === "HereString" && node.target !== undefined ? [node.target] : undefined;
}

const REPEATING: ReadonlySet<string> = new Set(["For", "While", "Select", "Function", "ArithmeticFor"]);
