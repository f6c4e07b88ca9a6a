import { serveRemote } from "../adapters/remote/index.js";
import { findStateFolder, localBackend } from "../backends/local/index.js";
import { claimSession } from "./claim-session.js";
import type { CommandLineStreams, Subcommand } from "./command-line-streams.js";
import { EXIT_CODES } from "./exit-code.js";
import { UsageError } from "./usage-error.js";

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
        await serve(streams);
        end(streams.signal.aborted ? EXIT_CODES.interrupted : EXIT_CODES.done);
      });
  },
};

async function serve({ stdin, stdout, signal }: CommandLineStreams): Promise<void> {
  const backend = localBackend({ languageServers: "off" });
  const folder = findStateFolder("remote");
  let release = async (): Promise<void> => {};
  const stop = () => stdin.destroy();
  signal.addEventListener("abort", stop, { once: true });
  try {
    await serveRemote({
      backend,
      input: stdin,
      write: (bytes) => void stdout.write(bytes),
      ...(folder.type !== "none" && { records: folder.path }),
      claim: async (session) => {
        if (folder.type === "none") throw new Error(`There is no safe state directory: ${folder.reason}.`);
        release = await claimSession(folder.path, session);
      },
    });
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener("abort", stop);
    await backend.dispose();
    await release();
  }
}
