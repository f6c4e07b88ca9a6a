import { namesOf, type ProgramList } from "./program-list.js";

/** Shells: with `-c` they run the text behind their options. */
export const SHELLS: ReadonlySet<string> = namesOf([
  { programs: "bash sh rbash", source: "bash(1)" },
  {
    programs: "zsh dash ksh ksh93 mksh lksh oksh pdksh ash yash posh tcsh csh fish elvish nu xonsh",
    source: "their manuals",
  },
]);

const LISTS: readonly ProgramList[] = [
  {
    programs: "env timeout nohup nice stdbuf chroot runcon",
    source: "GNU coreutils manual, Modified command invocation",
  },
  { programs: "command exec builtin eval coproc time trap", source: "bash(1), Shell builtin commands" },
  { programs: "noglob nocorrect", source: "zshmisc(1), Precommand modifiers" },
  {
    programs: "sudo sudoedit doas su runuser pkexec sg newgrp gosu su-exec setuidgid calife",
    source: "sudo(8), su(1), sg(1), pkexec(1)",
  },
  { programs: "xargs parallel sem rush entr watch watchexec", source: "xargs(1), parallel(1), entr(1)" },
  {
    programs:
      "setsid setpriv prlimit setarch linux32 linux64 i386 i486 i586 i686 x86_64 uname26 choom chrt ionice taskset flock unshare nsenter script scriptlive uclampset coresched",
    source: "util-linux manual",
  },
  { programs: "capsh", source: "capsh(1)" },
  {
    programs: "ld.so ld-linux.so ld-linux-x86-64.so ld-linux-aarch64.so ld-musl-x86_64.so ld-musl-aarch64.so",
    source: "ld.so(8)",
  },
  {
    programs: "systemd-run systemd-inhibit systemd-nspawn systemd-cat machinectl run0",
    source: "systemd-run(1)",
  },
  {
    programs: "strace ltrace gdb gdbserver lldb perf valgrind rr heaptrack catchsegv ltrace bpftrace uftrace",
    source: "their manuals",
  },
  { programs: "busybox toybox", source: "busybox(1)" },
  { programs: "ssh mosh ssh-agent sshpass autossh", source: "ssh(1), ssh-agent(1)" },
  {
    programs: "firejail bwrap proot fakeroot fakechroot sandbox-exec aa-exec cgexec schroot",
    source: "their manuals",
  },
  { programs: "caffeinate arch xcrun", source: "macOS manual pages" },
  {
    programs:
      "start-stop-daemon run-one run-this-one lckdo setlock chpst softlimit envdir envuidgid daemonize daemon tini dumb-init",
    source: "their manuals",
  },
  {
    programs:
      "cpulimit numactl faketime eatmydata timelimit trickle torsocks torify proxychains proxychains4 tsocks",
    source: "their manuals",
  },
  {
    programs:
      "chronic ifne mispipe pee unbuffer rlwrap expect hyperfine multitime logsave at batch screen dtach abduco",
    source: "moreutils, expect and rlwrap manuals",
  },
  {
    programs:
      "xvfb-run dbus-run-session dbus-launch winpty wsl flatpak-spawn qemu-x86_64 qemu-aarch64 box64 wine",
    source: "their manuals",
  },
  { programs: "npx pnpx bunx uvx pipx", source: "npm exec, pnpm dlx, bunx, uv tool run" },
  {
    programs: "nodemon concurrently cross-env cross-env-shell dotenv dotenvx env-cmd direnv",
    source: "their manuals",
  },
];

/** Programs that run the command in their arguments. */
export const WRAPPERS: ReadonlySet<string> = new Set([...SHELLS, ...namesOf(LISTS)]);

/** Wrappers whose first operand is a folder, a lock file, a host, a user or a number, not the command. */
export const WITH_OPERAND: ReadonlySet<string> = new Set(
  (
    "chroot flock ssh su runuser taskset chrt sg gosu su-exec setuidgid setarch lckdo setlock envdir faketime mosh sshpass " +
    "direnv start-stop-daemon cgexec proot prlimit machinectl logsave run0 trickle"
  ).split(" "),
);

/** The bare, lower-case name of a program: `/usr/bin/RM` and `rm.exe` are `rm`. A loader loses its version. */
export function bareName(word: string): string {
  const name = word.slice(word.lastIndexOf("/") + 1) || word;
  return name
    .toLowerCase()
    .replace(/\.(?:exe|cmd|bat|com)$/, "")
    .replace(/^(ld-[\w-]{1,32}\.so|ld\.so)\.\d$/, "$1");
}
