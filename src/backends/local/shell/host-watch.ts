import { type ChildProcess, spawn } from "node:child_process";
import { HOST_COOKIE } from "./call-cookie.js";

/**
 * Waits for the end of its input, which is the end of its writer, and kills what the writer left: on Linux whatever carries
 * the cookie, and the groups they lead; elsewhere the groups that it was told of, `+ group` and `- group`. Signals to the
 * host's group must not stop it on the way.
 */
const WATCH_PROGRAM = `trap '' HUP INT TERM QUIT
groups=' '
while read -r sign group; do
  case $sign in
    +) groups="$groups$group " ;;
    -) groups="\${groups%% $group *} \${groups#* $group }" ;;
  esac
done
for group in $groups; do kill -s KILL -- "-$group"; done
for round in 1 2 3; do
  for file in $(grep -lF -e "$1" /proc/[0-9]*/environ); do
    file=\${file#/proc/}
    process=\${file%%/*}
    kill -s KILL -- "-$process"
    kill -s KILL "$process"
  done
done`;

/** Whether the cookie finds them all: a message for each command would wake the watch each time. */
const HAS_PROCESS_TABLE = process.platform === "linux";

let watch: ChildProcess | undefined;

/**
 * Has a small process look after the commands of this one, so that none outlives it: also not when it is killed and can do
 * nothing any more. To be called before a command starts; the process is started once and does not keep the host alive.
 *
 * Best effort: where there is no `sh`, a host that is killed leaves its commands behind, as every parent does.
 */
export function watchHost(): void {
  if (process.platform !== "win32") watch ??= startWatch();
}

/** Tells the watch of a group that was started. */
export function watchGroup(group: number): void {
  if (!HAS_PROCESS_TABLE) watch?.stdin?.write(`+ ${group}\n`);
}

/** Tells the watch that a group has ended. */
export function unwatchGroup(group: number): void {
  if (!HAS_PROCESS_TABLE) watch?.stdin?.write(`- ${group}\n`);
}

function startWatch(): ChildProcess {
  const child = spawn("/bin/sh", ["-c", WATCH_PROGRAM, "collet-watch", HOST_COOKIE], {
    // In a session of its own: what ends the host's terminal or group does not end it.
    detached: true,
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    stdio: ["pipe", "ignore", "ignore"],
  });
  const forget = () => {
    if (watch === child) watch = undefined;
  };
  child.once("error", forget).once("exit", forget);
  child.stdin.on("error", forget);
  child.unref();
  // A pipe of a child process is a socket, which its type does not say.
  (child.stdin as unknown as { unref(): void }).unref();
  return child;
}
