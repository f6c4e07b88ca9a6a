/**
 * Programs that print no file content. When they run without a question, they run outside the sandbox unless
 * it is required: it would protect nothing, and they would print the processes, users and mounts of the
 * sandbox.
 */
export const BLIND_PROGRAMS: ReadonlySet<string> = new Set(
  (
    "[ arch basename cd date df dir dirname du echo env false fd find findmnt free getconf groups hostname id ifconfig ip " +
    "locale logname ls lsblk lscpu mount netstat nproc pgrep printenv printf ps pwd readlink realpath seq sleep ss stat test " +
    "top tree true tty type uname uptime users vdir w which who whoami timeout nice nohup stdbuf command builtin"
  ).split(" "),
);

/** Programs that compare files with recorded states: a hidden file would look like a changed one. */
export const REMEMBERING_PROGRAMS: ReadonlySet<string> = new Set(["git"]);
