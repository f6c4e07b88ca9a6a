import type { CharacterSet } from "./character-set.js";
import { parseExpression } from "./expression-parser.js";
import type { Assertion, ExpressionNode, ExpressionOptions } from "./expression-syntax.js";
import { invalidExpression } from "./pattern-reader.js";

/** Longest program: matching takes at most this many steps per character of text. */
const MAX_PROGRAM_LENGTH = 10_000;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

// The last three may be true between a carriage return and the line feed after it.
const BEYOND_A_LINE: readonly Assertion[] = [
  "text-start",
  "text-end",
  "no-word-boundary",
  "no-word-before",
  "no-word-after",
];

/** One instruction of a program; it continues with the next one unless stated otherwise. */
export type Instruction =
  | { readonly type: "character"; readonly set: CharacterSet }
  | { readonly type: "assertion"; readonly assertion: Assertion }
  /** Continues at both instructions; the first is preferred. */
  | { readonly type: "split"; first: number; second: number }
  | { readonly type: "match" };

/** A compiled expression. */
export interface ExpressionProgram {
  readonly instructions: readonly Instruction[];
  readonly hasAssertions: boolean;
  /** Whether an assertion needs more than one line without its line break, for example `\A`. */
  readonly asksBeyondLine: boolean;
  /** Whether a match can span several lines. */
  readonly matchesLineFeed: boolean;
  readonly matchesCarriageReturn: boolean;
}

/**
 * Compiles a regular expression into a program for matchers whose time is linear in the length of the text:
 * models write these expressions, and a backtracking matcher could run for years.
 *
 * Throws `invalid-pattern`, even for an expression that becomes too large, such as `(\w{100}){1000}`.
 */
export function compileExpression(pattern: string, options: ExpressionOptions): ExpressionProgram {
  const instructions = assemble(parseExpression(pattern, options), pattern);
  return {
    instructions,
    hasAssertions: instructions.some((instruction) => instruction.type === "assertion"),
    asksBeyondLine: instructions.some(
      (instruction) => instruction.type === "assertion" && BEYOND_A_LINE.includes(instruction.assertion),
    ),
    matchesLineFeed: consumes(instructions, LINE_FEED),
    matchesCarriageReturn: consumes(instructions, CARRIAGE_RETURN),
  };
}

function consumes(instructions: readonly Instruction[], code: number): boolean {
  return instructions.some((instruction) => instruction.type === "character" && instruction.set.has(code));
}

/** Builds the program by Thompson's construction, with counted repetitions expanded. */
function assemble(root: ExpressionNode, pattern: string): readonly Instruction[] {
  const instructions: Instruction[] = [];
  let work = 0;
  const here = () => instructions.length;
  const split = () => {
    const instruction = { type: "split" as const, first: 0, second: 0 };
    instructions.push(instruction);
    return instruction;
  };
  const emitRepeat = (node: Extract<ExpressionNode, { type: "repeat" }>): void => {
    const aim = (branch: { first: number; second: number }, inside: number, outside: number) =>
      Object.assign(
        branch,
        node.greedy ? { first: inside, second: outside } : { first: outside, second: inside },
      );
    for (let count = 0; count < node.min; count += 1) emit(node.body);
    if (node.max === undefined) {
      const start = here();
      const enter = split();
      emit(node.body);
      const again = split();
      aim(enter, start + 1, here());
      Object.assign(again, { first: start, second: start });
      return;
    }
    const exits: { readonly branch: { first: number; second: number }; readonly inside: number }[] = [];
    for (let count = node.min; count < node.max; count += 1) {
      exits.push({ branch: split(), inside: here() });
      emit(node.body);
    }
    for (const { branch, inside } of exits) aim(branch, inside, here());
  };
  const emit = (node: ExpressionNode): void => {
    // Counted separately from the instructions: `((){9999}){9999}` emits no instruction and a hundred million
    // iterations.
    work += 1;
    if (work > MAX_PROGRAM_LENGTH || instructions.length > MAX_PROGRAM_LENGTH) {
      throw invalidExpression(pattern, "it becomes too large; use smaller counts");
    }
    switch (node.type) {
      case "character":
      case "assertion":
        instructions.push(node);
        break;
      case "sequence":
        for (const part of node.parts) emit(part);
        break;
      case "choice": {
        const ends: { first: number; second: number }[] = [];
        node.branches.forEach((branch, index) => {
          if (index === node.branches.length - 1) {
            emit(branch);
            return;
          }
          const choice = split();
          choice.first = here();
          emit(branch);
          ends.push(split());
          choice.second = here();
        });
        for (const end of ends) Object.assign(end, { first: here(), second: here() });
        break;
      }
      case "repeat":
        emitRepeat(node);
        break;
    }
  };
  emit(root);
  instructions.push({ type: "match" });
  return instructions;
}
