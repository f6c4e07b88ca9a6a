/**
 * Programs that print no content of files. Run without a question they are left outside of the sandbox, unless it is required: it would
 * keep nothing from them, and what they print of processes, users and mounts would be that of the sandbox.
 */
export const BLIND_PROGRAMS: ReadonlySet<string> = new Set(
  (
    "[ arch basename cd date df dir dirname du echo env false fd find findmnt free getconf groups hostname id ifconfig ip " +
    "locale logname ls lsblk lscpu mount netstat nproc pgrep printenv printf ps pwd readlink realpath seq sleep ss stat test " +
    "top tree true tty type uname uptime users vdir w which who whoami timeout nice nohup stdbuf command builtin"
  ).split(" "),
);

/** Programs that compare files with what they remember of them: a hidden file would look like a changed one. */
export const REMEMBERING_PROGRAMS: ReadonlySet<string> = new Set(["git"]);
