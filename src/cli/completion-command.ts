import { Argument } from "commander";
import { TOOLSETS } from "../toolsets/index.js";
import type { Subcommand } from "./command-line-streams.js";
import { COMPLETED_SHELLS, type CompletedShell, commandWords, completionScript } from "./completion/index.js";
import { EXIT_CODES } from "./exit-code.js";

const EXAMPLES = `
Load it at the start of the shell:
  bash   echo 'source <(collet completion bash)' >> ~/.bashrc
  zsh    echo 'source <(collet completion zsh)' >> ~/.zshrc
  fish   collet completion fish > ~/.config/fish/completions/collet.fish`;

/** The subcommand `collet completion`: prints the script that makes a shell complete commands, options and tools. */
export const completionCommand: Subcommand = {
  addTo(program, { streams, end }) {
    program
      .command("completion")
      .description("print a script that makes a shell complete commands, options and tools")
      .addArgument(new Argument("<shell>", "the shell").choices([...COMPLETED_SHELLS]))
      .addHelpText("after", EXAMPLES)
      .action((shell: CompletedShell) => {
        const tools = new Set(Object.values(TOOLSETS).flatMap(({ tools }) => tools.map(({ name }) => name)));
        const script = completionScript(shell, { commands: commandWords(program), tools: [...tools].sort() });
        streams.stdout.write(`${script}\n`);
        end(EXIT_CODES.done);
      });
  },
};
