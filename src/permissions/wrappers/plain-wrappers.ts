import type { WrapperTable } from "./wrapper-table.js";

/** Wrappers with a complete list of options: environment, priority and time, shell built-ins. */
export const PLAIN_WRAPPERS: readonly WrapperTable[] = [
  {
    names: "env",
    source: "GNU coreutils manual, env invocation; env(1) of FreeBSD and macOS",
    options: [
      { names: "-i --ignore-environment - -0 --null -v --debug --list-signal-handling", value: "none" },
      { names: "-u --unset -a --argv0 -P -L -U", value: "required" },
      { names: "-C --chdir", value: "required", is: "folder" },
      { names: "-S --split-string", value: "required", is: "arguments" },
      { names: "--block-signal --default-signal --ignore-signal", value: "optional" },
    ],
    assigns: true,
    transparent: true,
  },
  {
    names: "timeout",
    source: "GNU coreutils manual, timeout invocation",
    options: [
      { names: "-f --foreground -p --preserve-status -v --verbose", value: "none", plain: true },
      { names: "-k --kill-after -s --signal", value: "required", plain: true },
    ],
    operands: ["amount"],
    transparent: true,
  },
  {
    names: "nice",
    source: "GNU coreutils manual, nice invocation",
    options: [{ names: "-n --adjustment", value: "required", plain: true }],
    counts: true,
    transparent: true,
  },
  { names: "nohup", source: "GNU coreutils manual, nohup invocation", options: [], transparent: true },
  {
    names: "stdbuf",
    source: "GNU coreutils manual, stdbuf invocation",
    options: [{ names: "-i --input -o --output -e --error", value: "required", plain: true }],
    transparent: true,
  },
  {
    names: "chroot",
    source: "GNU coreutils manual, chroot invocation; chroot(8) of FreeBSD",
    options: [
      { names: "--skip-chdir -n", value: "none" },
      { names: "--userspec --groups -u -g -G", value: "required" },
    ],
    operands: ["folder"],
  },
  {
    names: "command",
    source: "bash(1), Shell builtin commands",
    options: [
      { names: "-p", value: "none" },
      { names: "-v -V", value: "none", runsNothing: true },
    ],
    transparent: true,
  },
  { names: "builtin coproc", source: "bash(1), Shell builtin commands", options: [] },
  {
    names: "exec",
    source: "bash(1), Shell builtin commands",
    options: [
      { names: "-c -l", value: "none" },
      { names: "-a", value: "required" },
    ],
  },
  { names: "eval", source: "bash(1), Shell builtin commands", options: [], rest: "script" },
  {
    names: "trap",
    source: "bash(1), Shell builtin commands",
    options: [{ names: "-l -p -P", value: "none", runsNothing: true }],
    operands: ["script"],
    rest: "nothing",
  },
  {
    names: "time",
    source: "time(1)",
    options: [
      { names: "-p --portability -v --verbose -a --append -q --quiet -l -h", value: "none" },
      { names: "-f --format", value: "required" },
      { names: "-o --output", value: "required", is: "output" },
    ],
  },
  {
    names: "setsid",
    source: "setsid(1)",
    options: [{ names: "-c --ctty -f --fork -w --wait", value: "none" }],
  },
  {
    names: "ionice",
    source: "ionice(1)",
    options: [
      { names: "-t --ignore", value: "none" },
      { names: "-c --class -n --classdata", value: "required" },
      { names: "-p --pid -P --pgid -u --uid", value: "required", runsNothing: true },
    ],
  },
  {
    names: "chrt",
    source: "chrt(1)",
    options: [
      {
        names:
          "-a --all-tasks -b --batch -d --deadline -e --ext -f --fifo -i --idle -o --other -r --rr -R --reset-on-fork -v --verbose",
        value: "none",
      },
      { names: "-m --max -p --pid", value: "none", runsNothing: true },
      { names: "-T --sched-runtime -P --sched-period -D --sched-deadline", value: "required" },
    ],
    operands: ["amount"],
  },
  {
    names: "taskset",
    source: "taskset(1)",
    options: [
      { names: "-a --all-tasks -c --cpu-list", value: "none" },
      { names: "-p --pid", value: "none", runsNothing: true },
    ],
    operands: ["text"],
  },
  {
    names: "caffeinate",
    source: "caffeinate(8) of macOS",
    options: [
      { names: "-d -i -m -s -u", value: "none" },
      { names: "-t -w", value: "required" },
    ],
  },
  {
    names: "arch",
    source: "arch(1) of macOS",
    options: [
      { names: "-32 -64 -c -x86_64 -x86_64h -arm64 -arm64e -i386", value: "none" },
      { names: "-d -e -arch", value: "required" },
    ],
  },
];
