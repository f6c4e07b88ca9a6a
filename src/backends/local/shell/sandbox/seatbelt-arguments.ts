import type { ConfinedCommand } from "./sandboxed-command.js";

/**
 * Returns the parameters of `sandbox-exec` for a command with: files read-only except the writable roots and
 * the folder for temporary files, no access to docker's socket, and no network unless it is on. macOS has no
 * process namespaces.
 *
 * Pure. The last matching rule applies. Paths are passed as parameters: quoted in the profile, they could end
 * a string.
 *
 * @param temporaryFolder - real path; every user of macOS has one
 */
export function seatbeltArguments(command: ConfinedCommand, temporaryFolder: string): readonly string[] {
  const { writableRoots, shields, network, hidden, program, parameters } = command;
  const writable = [...writableRoots, temporaryFolder];
  const readOnly = shields.filter(({ access }) => access === "read-only");
  const pinned = shields.filter(({ access }) => access === "pinned");
  const profile = [
    "(version 1)",
    "(allow default)",
    "(deny file-write*)",
    '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty"))',
    ...writable.map((_, index) => `(allow file-write* (subpath (param "WRITABLE_${index}")))`),
    ...pinned.map((_, index) => `(deny file-write-unlink (literal (param "PINNED_${index}")))`),
    ...readOnly.map((_, index) => `(deny file-write* (subpath (param "READ_ONLY_${index}")))`),
    ...hidden.map((_, index) => `(deny file-read-data (subpath (param "HIDDEN_${index}")))`),
    ...(network === "off"
      ? ["(deny network*)"]
      : ['(deny network-outbound (literal "/private/var/run/docker.sock"))']),
  ].join("\n");
  return [
    "-p",
    profile,
    ...writable.flatMap((root, index) => ["-D", `WRITABLE_${index}=${root}`]),
    ...pinned.flatMap(({ path }, index) => ["-D", `PINNED_${index}=${path}`]),
    ...readOnly.flatMap(({ path }, index) => ["-D", `READ_ONLY_${index}=${path}`]),
    ...hidden.flatMap(({ path }, index) => ["-D", `HIDDEN_${index}=${path}`]),
    program,
    ...parameters,
  ];
}
