import { Buffer } from "node:buffer";
import type { Backend } from "../../../contract/index.js";
import { withOwnPorts } from "../../checked/index.js";
import { localTextThreads } from "../../local/index.js";
import { treeSearch } from "../../memory/index.js";
import { pathFileSystem } from "../path-files/index.js";
import { requireFolder } from "../require-folder.js";
import { commandOutput } from "../session-answers.js";
import { sessionShell } from "../session-shell.js";
import { justBashAccess } from "./just-bash-access.js";
import type { JustBashSession } from "./just-bash-types.js";

/** Creates a backend on the files and commands of a `Bash` of just-bash. */
export function justBashBackend(session: JustBashSession, name: string) {
  const { HOME } = session.getEnv();
  const files = pathFileSystem(justBashAccess(session.fs, name), HOME?.startsWith("/") ? HOME : undefined);
  return withOwnPorts({
    name,
    guarantees: {
      directories: "checked",
      openFiles: "snapshot",
      changes: "checked",
      durability: "unsynced",
      locks: "runtime",
      processes: "all",
    },
    files,
    search: treeSearch(files),
    shell: sessionShell(
      async ({ command, cwd, environment, replacesEnvironment, input, signal }) => {
        await requireFolder(files, cwd);
        const output = await session.exec(command, {
          cwd,
          env: { ...(replacesEnvironment && HOME !== undefined && { HOME }), ...environment },
          ...(replacesEnvironment && { replaceEnv: true }),
          ...(input !== undefined && {
            stdin: Buffer.from(input).toString("latin1"),
            stdinKind: "bytes" as const,
          }),
          rawScript: true,
          signal,
        });
        const { stdout, stderr, exitCode, stdoutKind } = commandOutput(output, `sandbox '${name}', exec`);
        return { stdout: stdoutKind === "bytes" ? Buffer.from(stdout, "latin1") : stdout, stderr, exitCode };
      },
      { takesInput: true },
    ),
    textThreads: localTextThreads(),
  } satisfies Backend);
}
