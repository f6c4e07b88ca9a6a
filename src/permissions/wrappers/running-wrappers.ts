import type { WrapperTable } from "./wrapper-table.js";

/** Wrappers with a complete list of options: other users, other namespaces, repetition, tracing. */
export const RUNNING_WRAPPERS: readonly WrapperTable[] = [
  {
    names: "sudo",
    source: "sudo(8) 1.9",
    options: [
      {
        names:
          "-A --askpass -b --background -B --bell -E -H --set-home -i --login -k --reset-timestamp -n --non-interactive -N " +
          "--no-update -P --preserve-groups -s --shell -S --stdin",
        value: "none",
      },
      {
        names: "-K --remove-timestamp -l --list -v --validate -V --version",
        value: "none",
        runsNothing: true,
      },
      { names: "--preserve-env", value: "optional" },
      {
        names:
          "-C --close-from -g --group -h --host -p --prompt -r --role -t --type -T --command-timeout -u --user -U --other-user",
        value: "required",
      },
      { names: "-D --chdir -R --chroot", value: "required", is: "folder" },
    ],
    assigns: true,
  },
  {
    names: "doas",
    source: "doas(1)",
    options: [
      { names: "-n -s", value: "none" },
      { names: "-L", value: "none", runsNothing: true },
      { names: "-a -u", value: "required" },
      { names: "-C", value: "required", is: "file" },
    ],
    assigns: true,
  },
  {
    names: "su",
    source: "su(1) of util-linux",
    options: [
      {
        names: "- -l --login -m -p --preserve-environment -f --fast -P --pty -T --no-pty",
        value: "none",
      },
      {
        names: "-g --group -G --supp-group -s --shell -w --whitelist-environment",
        value: "required",
      },
      { names: "-c --command --session-command", value: "required", is: "script" },
    ],
    operands: ["text"],
    permutes: true,
  },
  {
    names: "runuser",
    source: "runuser(1)",
    options: [
      {
        names: "- -l --login -m -p --preserve-environment -f --fast -P --pty -T --no-pty",
        value: "none",
      },
      {
        names: "-g --group -G --supp-group -s --shell -w --whitelist-environment",
        value: "required",
      },
      { names: "-u --user", value: "required", endsOperands: true },
      { names: "-c --command --session-command", value: "required", is: "script" },
    ],
    operands: ["text"],
    permutes: true,
  },
  {
    names: "flock",
    source: "flock(1)",
    options: [
      {
        names:
          "-s --shared -x -e --exclusive -u --unlock -n --nb --nonblock -o --close -F --no-fork --fcntl --verbose",
        value: "none",
      },
      { names: "-w --wait --timeout -E --conflict-exit-code", value: "required" },
      { names: "-c --command", value: "required", is: "script" },
    ],
    operands: ["output"],
    permutes: true,
  },
  {
    names: "script",
    source: "script(1) of util-linux and BSD",
    options: [
      {
        names: "-a --append -d -e --return -f --flush --force -k -q --quiet -r",
        value: "none",
      },
      { names: "-E --echo -m --logging-format -o --output-limit -F", value: "required" },
      { names: "-B --log-io -I --log-in -O --log-out -T --log-timing", value: "required", is: "output" },
      { names: "-t --timing", value: "optional", is: "output" },
      { names: "-c --command", value: "required", is: "script" },
    ],
    operands: ["output"],
    permutes: true,
  },
  {
    names: "unshare",
    source: "unshare(1)",
    options: [
      {
        names:
          "-m -u -i -n -p -U -C -T -f --fork -r --map-root-user -c --map-current-user --map-auto --keep-caps",
        value: "none",
      },
      {
        names: "--mount --uts --ipc --net --pid --user --cgroup --time --kill-child --mount-proc",
        value: "optional",
      },
      { names: "-R --root -w --wd", value: "required", is: "folder" },
      {
        names:
          "-S --setuid -G --setgid --map-user --map-group --map-users --map-groups --propagation --setgroups --monotonic --boottime",
        value: "required",
      },
    ],
  },
  {
    names: "nsenter",
    source: "nsenter(1)",
    options: [
      { names: "-a --all -F --no-fork --preserve-credentials -e --env -Z --follow-context", value: "none" },
      {
        names:
          "-m --mount -u --uts -i --ipc -n --net -p --pid -C --cgroup -U --user -T --time -r --root -w --wd",
        value: "optional",
        is: "file",
      },
      { names: "-t --target -S --setuid -G --setgid", value: "required" },
      { names: "-W --wdns", value: "required", is: "folder" },
    ],
  },
  {
    names: "xargs",
    source: "xargs(1) of GNU findutils, FreeBSD and macOS",
    options: [
      {
        names:
          "-0 --null -o --open-tty -p --interactive -r --no-run-if-empty -t --verbose -x --exit --show-limits",
        value: "none",
      },
      {
        names:
          "-d --delimiter -E -I -J -L -n --max-args -P --max-procs -R -s --max-chars -S --process-slot-var",
        value: "required",
      },
      { names: "-e --eof -i --replace -l --max-lines", value: "optional" },
      { names: "-a --arg-file", value: "required", is: "file" },
    ],
  },
  {
    names: "watch",
    source: "watch(1)",
    options: [
      {
        names:
          "-b --beep -c --color -C --no-color -d -e --errexit -f --follow -g --chgexit -p --precise -r --no-rerun -t --no-title " +
          "-w --no-wrap -x --exec",
        value: "none",
      },
      { names: "--differences", value: "optional" },
      { names: "-n --interval -q --equexit", value: "required" },
      { names: "-s --shotsdir", value: "required", is: "output" },
    ],
    rest: "script",
  },
  {
    names: "parallel",
    source: "GNU parallel manual, Options",
    options: [
      {
        names:
          "-k --keep-order -u --ungroup --group -v --verbose -q --quote -0 --null -X -m -r --no-run-if-empty --bar --progress --eta " +
          "--dry-run --will-cite --line-buffer --lb --tag --pipe --halt-on-error --citation",
        value: "none",
      },
      {
        names:
          "-j --jobs -P --max-procs -I -n --max-args -N -L --max-lines -d --delimiter -C --colsep -S --sshlogin --delay --timeout " +
          "--retries --halt --load --nice --memfree",
        value: "required",
      },
      { names: "-a --arg-file", value: "required", is: "file" },
      { names: "--joblog --results --tmpdir", value: "required", is: "output" },
      { names: "--wd --workdir", value: "required", is: "folder" },
    ],
    rest: "script",
  },
  {
    names: "ssh",
    source: "ssh(1)",
    options: [
      { names: "-4 -6 -A -a -C -f -G -g -K -k -M -N -n -q -s -T -t -V -v -X -x -Y -y", value: "none" },
      { names: "-B -b -c -D -e -I -J -L -l -m -O -o -P -p -Q -R -W -w", value: "required" },
      { names: "-F -i", value: "required", is: "file" },
      { names: "-E -S", value: "required", is: "output" },
    ],
    operands: ["text"],
    rest: "script",
    permutes: true,
  },
  {
    names: "strace",
    source: "strace(1)",
    options: [
      {
        names:
          "-A -c -C -d -D -f -F -h -i -k -n -N -q -r -t -T -v -V -w -x -y -Y -z -Z --follow-forks --seccomp-bpf",
        value: "none",
      },
      {
        names:
          "-a -b -e -E -I -O -p -P -s -S -u -U -X --trace --env --user --string-limit --attach --trace-path --status --signal",
        value: "required",
      },
      { names: "-o --output", value: "required", is: "output" },
    ],
  },
  {
    names: "ltrace",
    source: "ltrace(1)",
    options: [
      { names: "-b -c -C -f -h -i -L -r -S -t -T -V --demangle --no-signals", value: "none" },
      { names: "-a -A -D -e -l -n -p -s -u -w -x --align --config --library --indent", value: "required" },
      { names: "-F", value: "required", is: "file" },
      { names: "-o --output", value: "required", is: "output" },
    ],
  },
  {
    names: "busybox toybox",
    source: "busybox(1), toybox(1)",
    options: [{ names: "--help --list --list-full --install --long", value: "none", runsNothing: true }],
  },
];
