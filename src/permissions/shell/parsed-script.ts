import type { Command, ParsedScript, Redirect, SyntaxNode } from "unbash";

/** The parser: what this library uses of the package `unbash`. */
export interface ShellParser {
  readonly parse: (source: string) => ParsedScript;
  readonly forEachChild: (node: SyntaxNode, visit: (child: SyntaxNode) => void) => void;
}

/** A command of a script and where it stands. */
export interface FoundCommand {
  readonly command: Command;
  /** The substitution that it stands in. */
  readonly within?: "$()" | "<()";
}

/** Everything in a script that runs or is opened. */
export interface ScriptContents {
  readonly script: ParsedScript;
  readonly commands: readonly FoundCommand[];
  readonly redirections: readonly Redirect[];
  /** Whether it has loops or functions, in which a command may run more than once. */
  readonly repeats: boolean;
  /** The first thing that the parser did not understand. */
  readonly problem?: string;
}

/** Finds all commands and redirections of a script, in order, however deep. Without recursion: depth costs no stack. */
export function scriptContents(parser: ShellParser, source: string): ScriptContents {
  const script = parser.parse(source);
  const commands: FoundCommand[] = [];
  const redirections: Redirect[] = [];
  let problem: string | undefined;
  let repeats = false;
  const waiting: { node: SyntaxNode; within?: "$()" | "<()" }[] = [{ node: script }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node } = next;
    let { within } = next;
    if (node.type === "Command") commands.push({ command: node, ...(within !== undefined && { within }) });
    else if (REPEATING.has(node.type)) repeats = true;
    else if (node.type === "Redirect") redirections.push(node);
    else if (node.type === "Script") problem ??= node.errors?.[0]?.message;
    else if (node.type === "CommandExpansion" || node.type === "ArithmeticCommandExpansion") within = "$()";
    else if (node.type === "ProcessSubstitution") within = "<()";
    const children: typeof waiting = [];
    parser.forEachChild(node, (child) =>
      children.push({ node: child, ...(within !== undefined && { within }) }),
    );
    // A stack gives back the last one first.
    for (const child of children.reverse()) waiting.push(child);
  }
  return { script, commands, redirections, repeats, ...(problem !== undefined && { problem }) };
}

const REPEATING: ReadonlySet<string> = new Set(["For", "While", "Select", "Function", "ArithmeticFor"]);
