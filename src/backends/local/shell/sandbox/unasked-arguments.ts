import { hidingMounts } from "./bubblewrap-arguments.js";
import { bubblewrapFrame } from "./bubblewrap-frame.js";
import type { UnaskedCommand } from "./sandboxed-command.js";

/**
 * A writable folder of the sandbox that is removed with it: programs that sort put their temporary files
 * there.
 */
export const BUBBLEWRAP_TEMPORARY_FOLDER = "/dev/shm";

/**
 * Returns the parameters of `bwrap` for a command that runs without a question: the whole machine read-only,
 * no network, no sockets of the machine's services, a separate process namespace, hidden folders and files
 * empty. Pure.
 *
 * `/tmp` stays as it is: approved commands leave files there, and it may contain roots.
 *
 * @param isRoot - whether this process runs as root; then the command can read files of all users
 */
export function unaskedBubblewrapArguments(
  command: UnaskedCommand,
  { isRoot }: { readonly isRoot: boolean },
): readonly string[] {
  const { cwd, program, parameters, visible, hidden } = command;
  return bubblewrapFrame({
    restrictions: ["--unshare-net", ...(isRoot ? ["--cap-add", "CAP_DAC_READ_SEARCH"] : [])],
    machine: "read-only",
    mounts: [
      ...visible
        .filter((location) => location.startsWith("/run/"))
        .flatMap((location) => ["--ro-bind-try", location, location]),
      ...hidingMounts(hidden),
    ],
    cwd,
    program,
    parameters,
  });
}

/** Returns the parameters for `sandbox-exec`, which leaves the machine's processes visible. Pure. */
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
