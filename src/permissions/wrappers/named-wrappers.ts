import type { WrapperTable } from "./wrapper-table.js";

/**
 * Wrappers whose options are not listed. Every word that may start their command is examined; no default lets them run, and
 * a rule allows them only by their own name.
 */
export const NAMED_WRAPPERS: readonly WrapperTable[] = [
  { names: "runcon", source: "GNU coreutils manual, Modified command invocation" },
  { names: "noglob nocorrect", source: "zshmisc(1), Precommand modifiers" },
  { names: "repeat", source: "zshmisc(1), Complex commands; tcsh(1)", operands: ["text"] },
  { names: "sudoedit pkexec newgrp calife", source: "sudo(8), pkexec(1), newgrp(1)" },
  { names: "sg gosu su-exec setuidgid", source: "sg(1), gosu and daemontools manuals", operands: ["text"] },
  { names: "sem rush entr watchexec", source: "parallel(1), entr(1)" },
  {
    names: "setpriv linux32 linux64 i386 i486 i586 i686 x86_64 uname26 choom scriptlive uclampset coresched",
    source: "util-linux manual",
  },
  { names: "setarch prlimit", source: "util-linux manual", operands: ["text"] },
  { names: "capsh", source: "capsh(1)" },
  {
    names: "ld.so ld-linux.so ld-linux-x86-64.so ld-linux-aarch64.so ld-musl-x86_64.so ld-musl-aarch64.so",
    source: "ld.so(8)",
  },
  { names: "systemd-run systemd-inhibit systemd-nspawn systemd-cat", source: "systemd-run(1)" },
  { names: "machinectl run0", source: "machinectl(1), run0(1)", operands: ["text"] },
  {
    names: "gdb gdbserver lldb perf valgrind rr heaptrack catchsegv bpftrace uftrace",
    source: "their manuals",
  },
  { names: "ssh-agent autossh", source: "ssh-agent(1)" },
  { names: "mosh sshpass", source: "mosh(1), sshpass(1)", operands: ["text"] },
  {
    names: "firejail bwrap fakeroot fakechroot sandbox-exec aa-exec schroot",
    source: "their manuals",
  },
  { names: "proot cgexec", source: "proot(1), cgexec(1)", operands: ["text"] },
  { names: "xcrun", source: "macOS manual pages" },
  {
    names: "run-one run-this-one chpst softlimit envuidgid daemonize daemon tini dumb-init",
    source: "their manuals",
  },
  {
    names: "start-stop-daemon lckdo setlock envdir",
    source: "their manuals",
    operands: ["text"],
  },
  {
    names: "cpulimit numactl eatmydata timelimit torsocks torify proxychains proxychains4 tsocks",
    source: "their manuals",
  },
  { names: "faketime trickle", source: "their manuals", operands: ["text"] },
  {
    names: "chronic ifne mispipe pee unbuffer rlwrap expect hyperfine multitime at batch screen dtach abduco",
    source: "moreutils, expect and rlwrap manuals",
  },
  { names: "logsave", source: "logsave(8)", operands: ["text"] },
  {
    names:
      "xvfb-run dbus-run-session dbus-launch winpty wsl flatpak-spawn qemu-x86_64 qemu-aarch64 box64 wine",
    source: "their manuals",
  },
  { names: "npx pnpx bunx uvx pipx", source: "npm exec, pnpm dlx, bunx, uv tool run" },
  {
    names: "nodemon concurrently cross-env cross-env-shell dotenv dotenvx env-cmd",
    source: "their manuals",
  },
  { names: "direnv", source: "direnv(1)", operands: ["text"] },
];
