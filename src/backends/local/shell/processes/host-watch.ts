import { type ChildProcess, spawn } from "node:child_process";
import { HOST_COOKIE } from "../environment/index.js";

/**
 * Waits for the end of its input, which is the end of its writer, and kills what the writer left: on Linux whatever carries
 * the cookie, and the groups they lead; in any case the groups that it was told of, `+ group shell` and `- group shell`. Signals
 * to the host's group must not stop it on the way.
 *
 * `hold shell seconds` kills what that shell runs, in the same way, unless another `hold` comes before or `free shell` takes it
 * back: a host that is stopped says neither. The clock is a `sleep` beside the loop, because `read` of a plain `sh` knows no
 * time limit. It is told of the groups by the `hold` that follows them.
 */
const WATCH_PROGRAM = `trap '' HUP INT TERM QUIT
groups=' '
timers=''
finish() {
  for group in $2; do kill -s KILL -- "-$group"; done
  for round in 1 2 3; do
    for file in $(grep -lF -e "$1" /proc/[0-9]*/environ); do
      file=\${file#/proc/}
      process=\${file%%/*}
      kill -s KILL -- "-$process"
      kill -s KILL "$process"
    done
  done
}
groups_of() {
  for entry in $groups; do
    case $entry in *".$1") echo "\${entry%%.*}" ;; esac
  done
}
release() {
  eval "timer=\\\${timer_$1-}"
  [ -n "$timer" ] || return 0
  kill -s USR1 "$timer"
  wait "$timer"
  eval "timer_$1="
}
while read -r sign first second; do
  case $sign in
    +) groups="$groups$first.$second " ;;
    -) groups="\${groups%% $first.$second *} \${groups#* $first.$second }" ;;
    hold)
      release "$first"
      (
        trap 'kill -s KILL "$nap"; wait "$nap"; exit' USR1
        sleep "$second" &
        nap=$!
        wait "$nap"
        trap '' USR1
        finish "$1$first." "$(groups_of "$first")"
      ) &
      eval "timer_$first=$!"
      case " $timers " in *" $first "*) ;; *) timers="$timers $first" ;; esac
      ;;
    free) release "$first" ;;
  esac
done
all=''
for entry in $groups; do all="$all \${entry%%.*}"; done
finish "$1" "$all"
for shell in $timers; do release "$shell"; done`;

/** Whether the cookie finds nearly all: a message for each command would wake the watch each time. */
const HAS_PROCESS_TABLE = process.platform === "linux";

/** Groups that the watch knows: what wiped its environment is found by its group alone. */
const told = new Set<number>();

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

/** Tells the watch of a group that a shell started; on Linux only one that is held, by the hold that follows. */
export function watchGroup(group: number, shell: number, isHeld: boolean): void {
  if (HAS_PROCESS_TABLE && !isHeld) return;
  told.add(group);
  say(`+ ${group} ${shell}`);
}

/** Tells the watch that a group has ended. */
export function unwatchGroup(group: number, shell: number): void {
  if (told.delete(group)) say(`- ${group} ${shell}`);
}

/** Has the watch kill all that a shell runs after so many milliseconds, unless it is told anew; `undefined` takes that back. */
export function holdShell(shell: number, withinMs: number | undefined): void {
  if (withinMs === undefined) {
    say(`free ${shell}`);
    return;
  }
  watchHost();
  say(`hold ${shell} ${(Math.max(0, withinMs) / 1_000).toFixed(3)}`);
}

function say(line: string): void {
  watch?.stdin?.write(`${line}\n`);
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
    if (watch !== child) return;
    watch = undefined;
    told.clear();
  };
  child.once("error", forget).once("exit", forget);
  child.stdin.on("error", forget);
  child.unref();
  // A pipe of a child process is a socket, which its type does not say.
  (child.stdin as unknown as { unref(): void }).unref();
  return child;
}
