import { bubblewrapFrame } from "./bubblewrap-frame.js";
import type { UnaskedCommand } from "./unasked-command.js";

/** A folder of the sandbox that can be written and is gone with it: programs that sort put their temporary files there. */
export const BUBBLEWRAP_TEMPORARY_FOLDER = "/dev/shm";

/**
 * The parameters of `bwrap` for a command that nobody was asked about: the whole machine read-only, no network, no sockets of the
 * machine's services, processes of its own, hidden folders and files empty. Pure.
 *
 * `/tmp` stays as it is: a command that a person answered for leaves files there, and roots may be there.
 *
 * @param isRoot - whether this process is root's, who then keeps reading what other users own
 */
export function unaskedBubblewrapArguments(command: UnaskedCommand, isRoot: boolean): readonly string[] {
  const { cwd, program, parameters, visible, hidden } = command;
  return bubblewrapFrame({
    restrictions: ["--unshare-net", ...(isRoot ? ["--cap-add", "CAP_DAC_READ_SEARCH"] : [])],
    machine: "read-only",
    mounts: [
      ...visible
        .filter((place) => place.startsWith("/run/"))
        .flatMap((place) => ["--ro-bind-try", place, place]),
      ...hidden.flatMap(({ path, type }) =>
        // A device gives nothing, and whoever searches a folder passes it over without a word.
        type === "directory" ? ["--tmpfs", path] : ["--dev-bind", "/dev/null", path],
      ),
    ],
    cwd,
    program,
    parameters,
  });
}

/** The same for `sandbox-exec`, which keeps the processes of the machine visible. Pure. */
export function unaskedSeatbeltArguments(
  { program, parameters, hidden }: UnaskedCommand,
  temporaryFolder: string,
): readonly string[] {
  const profile = [
    "(version 1)",
    "(allow default)",
    "(deny file-write*)",
    '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty"))',
    '(allow file-write* (subpath (param "TEMPORARY")))',
    ...hidden.map((_, index) => `(deny file-read-data (subpath (param "HIDDEN_${index}")))`),
    "(deny network*)",
  ].join("\n");
  return [
    "-p",
    profile,
    "-D",
    `TEMPORARY=${temporaryFolder}`,
    ...hidden.flatMap(({ path }, index) => ["-D", `HIDDEN_${index}=${path}`]),
    program,
    ...parameters,
  ];
}
