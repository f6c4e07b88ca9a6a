import { type ChildProcess, spawn } from "node:child_process";
import { HOST_COOKIE } from "../environment/index.js";
import { unrefPipe } from "./unref-pipe.js";

/**
 * The program of the watch. It waits for the end of its input, which means the end of the host, and kills the
 * host's remaining processes: on Linux all that carry the cookie, and the groups they lead; on every system
 * the groups announced by `+ group shell` and not withdrawn by `- group shell`. Signals to the host's group
 * must not stop it.
 *
 * `hold shell seconds` kills the processes of that shell in the same way, unless another `hold` arrives
 * earlier or `free shell` cancels it: a stopped host sends neither. The timer is a `sleep` beside the loop,
 * because `read` of a plain `sh` has no time limit. It knows the groups announced before the `hold`.
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

/**
 * Whether the cookie finds nearly all processes: a message for each command would wake the watch each time.
 */
const HAS_PROCESS_TABLE = process.platform === "linux";

/** Groups announced to the watch: a process that cleared its environment is found only by its group. */
const told = new Set<number>();

let watch: ChildProcess | undefined;

/**
 * Starts a small process that watches the commands of this one, so that none outlives it, even when it is
 * killed. Call it before a command starts; the watch is started once and does not keep the host alive.
 *
 * Best effort: without `sh`, a killed host leaves its commands running, like every parent process.
 */
export function watchHost(): void {
  if (process.platform !== "win32") watch ??= startWatch();
}

/** Announces the group of a command to the watch; on Linux only under a hold, for the hold that follows. */
export function watchGroup(group: number, shell: number, { isHeld }: { readonly isHeld: boolean }): void {
  if (HAS_PROCESS_TABLE && !isHeld) return;
  told.add(group);
  say(`+ ${group} ${shell}`);
}

/** Tells the watch that a group has ended. */
export function unwatchGroup(group: number, shell: number): void {
  if (told.delete(group)) say(`- ${group} ${shell}`);
}

/**
 * Makes the watch kill all processes of a shell after the given milliseconds, unless it is called again;
 * `undefined` cancels that.
 */
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
    // In its own session: signals that end the host's terminal or group do not end it.
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
  unrefPipe(child.stdin);
  return child;
}
