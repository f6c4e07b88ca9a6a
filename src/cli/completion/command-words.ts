import type { Command } from "commander";

/** An option, as a shell completes it. */
export interface OptionWords {
  /** Its forms, such as `-y` and `--yes`. */
  readonly flags: readonly string[];
  readonly description: string;
  /** The word after it: nothing, one of these words, a folder, a file, or any text. */
  readonly value: "none" | "folder" | "file" | "text" | { readonly choices: readonly string[] };
}

/** A subcommand, as a shell completes it. */
export interface CommandWords {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionWords[];
  /** Its arguments: names of tools, files, or any text. */
  readonly argument: "tool" | "file" | "text" | { readonly choices: readonly string[] };
}

/** Returns the words of each subcommand of a program, in the order of its help. */
export function commandWords(program: Command): readonly CommandWords[] {
  return program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    options: [
      ...command.options
        .filter(({ hidden }) => !hidden)
        .map(({ short, long, description, required, optional, argChoices, flags }) => ({
          flags: [short, long].filter((flag) => flag !== undefined && flag !== null),
          description,
          value: required || optional ? wordsAfter(flags, argChoices) : ("none" as const),
        })),
      { flags: ["-h", "--help"], description: "display help for command", value: "none" },
    ],
    argument: argumentOf(command),
  }));
}

function wordsAfter(flags: string, choices: readonly string[] | undefined): OptionWords["value"] {
  if (choices !== undefined) return { choices };
  if (flags.includes("<folder")) return "folder";
  return flags.includes("<file") ? "file" : "text";
}

function argumentOf(command: Command): CommandWords["argument"] {
  const [first] = command.registeredArguments;
  if (first?.argChoices !== undefined) return { choices: first.argChoices };
  if (first?.name() === "tool") return "tool";
  return first?.name() === "transcripts" ? "file" : "text";
}
