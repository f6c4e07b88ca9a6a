import type { Subcommand } from "../command-line-streams.js";
import { EXIT_CODES, UsageError } from "../exit-code.js";
import { serveStdio } from "./serve-stdio.js";

interface ServeOptions {
  readonly stdio?: true;
}

const HELP = `
A host starts this command on the machine, or in the container, where its tools act, for example through ssh. Whoever
writes to its input has the rights of this user.

Example:
  ssh build.example.com collet serve --stdio`;

/** The subcommand `collet serve`: lets a host act on this machine over the standard streams. */
export const serveCommand: Subcommand = {
  addTo(program, { streams, end }) {
    program
      .command("serve")
      .description("serve files, search and commands of this machine to a host, over the standard streams")
      .option("--stdio", "use the standard streams; required")
      .addHelpText("after", HELP)
      .action(async ({ stdio }: ServeOptions) => {
        if (stdio !== true)
          throw new UsageError("collet serve needs --stdio: no other connection is supported.");
        await serveStdio(streams);
        end(streams.signal.aborted ? EXIT_CODES.interrupted : EXIT_CODES.done);
      });
  },
};
