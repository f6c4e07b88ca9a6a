import type { Machine } from "./behaviour.js";

/** Commands of the suite in the language of a shell. */
export interface ShellCommands {
  /** Prints out, and err on the other stream; ends with 3. */
  readonly fails: string;
  /** Prints begun, and does not end within the suite. */
  readonly goesOn: string;
  /** Prints over a moment later. */
  readonly endsSoon: string;
  /** Starts a process that does not end within the suite, and writes its number to `child.pid`. */
  readonly hasChild: string;
}

const POSIX: ShellCommands = {
  fails: "echo out; echo err >&2; exit 3",
  goesOn: "echo begun; sleep 60",
  endsSoon: "sleep 0.1; echo over",
  hasChild: "sleep 61 & echo $! > child.pid; wait",
};

// Git Bash counts processes by itself.
const GIT_BASH: ShellCommands = {
  ...POSIX,
  hasChild: "sleep 61 & cat /proc/$!/winpid > child.tmp; mv child.tmp child.pid; wait",
};

/** Returns the commands for the shell of a machine. */
export function shellCommands({ program, shell }: Machine): ShellCommands {
  if (shell !== "cmd") return process.platform === "win32" ? GIT_BASH : POSIX;
  const script = (text: string) => `"${program}" -e "${text}"`;
  // Longer than any limit of a behaviour here: a process that is not ended must not pass for one that was.
  const goesOn = "setTimeout(function(){},600000)";
  return {
    fails: "echo out& echo err>&2& exit 3",
    // The process that goes on says so itself: one that starts while the tree is ended would outlive it.
    goesOn: script(`console.log('begun');${goesOn}`),
    endsSoon: `${script("setTimeout(function(){},100)")}& echo over`,
    hasChild: script(`require('fs').writeFileSync('child.pid',String(process.pid));${goesOn}`),
  };
}
