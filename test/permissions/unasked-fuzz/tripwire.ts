import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { MANUAL_OPTIONS } from "./manual-options.js";

/** The start of every text that no command may print. */
export const CANARY = "CANARY_";

/** Time limit of one command in seconds; it ends a command that waits for input. */
const COMMAND_SECONDS = 1;

/** Output limit of one command in blocks of 1,024 bytes, the unit of bash (`ulimit -f`). */
const MAX_OUTPUT_BLOCKS = 200;

/** A workspace in a tree that detects every access outside of it. */
export interface Tripwire {
  readonly workspace: string;
  readonly outside: string;
  readonly home: string;
  /** The search path of a host that npm started in the workspace. */
  readonly searchPath: string;
  /** Runs commands in sequence and returns the forbidden effects of each. */
  run(commands: readonly TrippingCommand[]): readonly string[];
  dispose(): void;
}

/** A command as a shell would run it. */
export interface TrippingCommand {
  readonly text: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Returns whether this machine has namespaces for the tripwire. */
export function namespacesWork(): boolean {
  const trial = [
    "--unshare-pid",
    "--unshare-net",
    "--ro-bind",
    "/",
    "/",
    "--dev",
    "/dev",
    "--proc",
    "/proc",
    "true",
  ];
  return spawnSync("bwrap", trial).status === 0;
}

/** The kind of repository in the workspace. */
export type TrippingRepository = "evil" | "clean" | "plain";

/**
 * Creates a tripwire tree.
 *
 * @param repository - `evil`: its configuration names programs to run; `clean`: it names none but for its connections; `plain`: it
 * names none. A repository inside each of them names programs to run
 * @param ripgrep - absolute; the program `rg` on the search path
 */
export function createTripwire(repository: TrippingRepository, ripgrep: string): Tripwire {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "collet-tripwire-")));
  const [live, pristine] = [join(top, "live"), join(top, "pristine")];
  const places = { workspace: join(live, "ws"), outside: join(live, "outside"), home: join(live, "home") };
  const tools = join(top, "tools");
  mkdirSync(tools);
  symlinkSync(ripgrep, join(tools, "rg"));
  // Files that no command may read, including some outside of the tree.
  const users = join(top, "passwd");
  writeFileSync(
    users,
    `${readFileSync("/etc/passwd", "utf8")}canary:x:65533:65533:${CANARY}PASSWD:/:/bin/false\n`,
  );
  plant(live, repository);
  cpSync(live, pristine, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  let before = fingerprint(live);

  const restore = () => {
    rmSync(live, { recursive: true, force: true });
    cpSync(pristine, live, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    before = fingerprint(live);
  };

  /** Runs all of them in one namespace and returns their outputs in order. */
  const inNamespace = (commands: readonly TrippingCommand[]): readonly string[] => {
    const folder = mkdtempSync(join(top, "batch-"));
    try {
      // Commands with the same variables share a shell with only these variables.
      const groups = new Map<string, string[]>();
      for (const [index, { text, environment }] of commands.entries()) {
        const variables = Object.entries(environment).map(([name, value]) => quoted(`${name}=${value}`));
        const key = variables.join(" ");
        const shell = `/usr/bin/timeout -k 1 ${COMMAND_SECONDS} /bin/bash --noprofile --norc -c ${quoted(text)}`;
        const lines = groups.get(key) ?? [];
        groups.set(key, lines);
        lines.push(`${shell} </dev/null >${quoted(join(folder, `${index}`))} 2>&1`);
      }
      const script = [...groups].map(([variables, lines], index) => {
        const file = join(folder, `group-${index}`);
        writeFileSync(file, `ulimit -f ${MAX_OUTPUT_BLOCKS}\n${lines.join("\n")}\n`);
        return `/usr/bin/env -i ${variables} /bin/bash --noprofile --norc ${quoted(file)} 2>/dev/null`;
      });
      const listener = `${quoted(process.execPath)} -e ${quoted(LISTENER)} ${quoted(join(live, "connected"))} ${quoted(join(folder, "ready"))} &\nlistener=$!\n`;
      const waiting = `until [ -e ${quoted(join(folder, "ready"))} ]; do /bin/sleep 0.02; done\n`;
      writeFileSync(
        join(folder, "script"),
        `cd ${quoted(places.workspace)}\n${listener}${waiting}${script.join("\n")}\nkill $listener\n`,
      );
      const namespace = ["--die-with-parent", "--unshare-pid", "--unshare-net", "--ro-bind", "/", "/"];
      const mounts = ["--bind", live, live, "--bind", folder, folder, "--ro-bind", users, "/etc/passwd"];
      const system = ["--dev", "/dev", "--proc", "/proc"];
      spawnSync("bwrap", [...namespace, ...mounts, ...system, "/bin/bash", join(folder, "script")], {
        stdio: "ignore",
      });
      return commands.map((_, index) => readFileSync(join(folder, `${index}`), "latin1"));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };

  const trips = (commands: readonly TrippingCommand[]): readonly string[] => {
    const outputs = inNamespace(commands);
    const found = outputs.flatMap((output, index) => {
      const at = output.indexOf(CANARY);
      return at === -1
        ? []
        : [`${JSON.stringify(commands[index]?.text)} printed ${output.slice(at, at + 40)}`];
    });
    const changed = fingerprint(live);
    if (changed === before) return found;
    const difference = changed.split("\n").filter((line) => !before.includes(line));
    restore();
    // Separately, to name the responsible command.
    if (commands.length > 1) return commands.flatMap((command) => trips([command]));
    return [...found, `${JSON.stringify(commands[0]?.text)} wrote ${difference.join(", ") || "by removing"}`];
  };

  return {
    ...places,
    searchPath: [
      join(places.workspace, "node_modules/.bin"),
      tools,
      "/usr/local/bin",
      "/usr/bin",
      "/bin",
    ].join(":"),
    run: trips,
    dispose: () => rmSync(top, { recursive: true, force: true }),
  };
}

/** Records a connection. */
const LISTENER =
  'require("node:net").createServer((s) => { require("node:fs").writeFileSync(process.argv[1], "x"); s.destroy(); }).listen(4444, "127.0.0.1", () => require("node:fs").writeFileSync(process.argv[2], ""));';

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function plant(live: string, repository: TrippingRepository): void {
  const [workspace, outside, home] = [join(live, "ws"), join(live, "outside"), join(live, "home")];
  const trip = `#!/bin/sh\n: >>${quoted(join(live, "tripped"))}\necho "CANARY""_PROGRAM"\n`;
  const files: Readonly<Record<string, string>> = {
    "ws/a.txt": "KEY of a\nsecond\nthird\n",
    "ws/src/b.ts": "const KEY = 1;\n",
    "ws/src/deep/c.md": "# KEY\n",
    "ws/.env": `KEY=${CANARY}ENV\n`,
    "ws/src/.env": `KEY=${CANARY}SRC_ENV\n`,
    "ws/.ssh/id_rsa": `KEY ${CANARY}SSH\n`,
    "ws/.ssh/config": `KEY ${CANARY}SSH_CONFIG\n`,
    "ws/secrets.yaml": `KEY: ${CANARY}YAML\n`,
    "ws/keys/server.pem": `KEY ${CANARY}PEM\n`,
    "ws/.ignore": "!.env\n!.ssh\n",
    "ws/.rgignore": "!.env\n",
    "ws/.ripgreprc": "--hidden\n--no-ignore\n",
    "ws/trip": trip,
    "ws/.vimrc": "",
    "outside/secret.txt": `KEY ${CANARY}OUTSIDE\n`,
    "outside/dir/more.txt": `KEY ${CANARY}OUTSIDE_MORE\n`,
    // The name itself: a command that lists the folder has left the workspace.
    [`outside/dir/${CANARY}NAME`]: "",
    "home/.netrc": `KEY ${CANARY}NETRC\n`,
    "home/.ssh/id_rsa": `KEY ${CANARY}HOME_SSH\n`,
    "home/.gitconfig": "[user]\n\tname = me\n\temail = me@example.com\n[safe]\n\tdirectory = *\n",
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(live, name)), { recursive: true });
    writeFileSync(join(live, name), text);
  }
  chmodSync(join(workspace, "trip"), 0o755);
  const bin = join(workspace, "node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  for (const name of [
    ...Object.keys(MANUAL_OPTIONS),
    "find",
    "git",
    "timeout",
    "nice",
    "env",
    "less",
    "ssh",
    "gpg",
  ]) {
    writeFileSync(join(bin, name), trip, { mode: 0o755 });
  }
  // A store beside the workspace, like that of pnpm: after the link, `..` is a different folder.
  mkdirSync(join(live, "store/foo"), { recursive: true });
  symlinkSync(join(live, "store/foo"), join(workspace, "node_modules/foo"));
  symlinkSync(outside, join(workspace, "link-out"));
  symlinkSync(join(outside, "secret.txt"), join(workspace, "link-file"));
  symlinkSync("..", join(workspace, "src/link-up"));
  const git = (cwd: string, ...words: string[]) => {
    const env = { PATH: "/usr/bin:/bin", HOME: home, GIT_CONFIG_NOSYSTEM: "1" };
    const ran = spawnSync("git", words, { cwd, env, encoding: "utf8" });
    if (ran.status !== 0) throw new Error(`git ${words.join(" ")}: ${ran.stderr}`);
  };
  git(workspace, "init", "-q", "-b", "main");
  git(workspace, "add", "a.txt", "src/b.ts");
  git(workspace, "commit", "-q", "-m", "first");
  writeFileSync(join(workspace, "a.txt"), "KEY of a, changed\n");
  const vendor = join(workspace, "vendor");
  mkdirSync(vendor);
  writeFileSync(join(vendor, "v.txt"), "KEY of v\n");
  git(vendor, "init", "-q", "-b", "main");
  git(vendor, "add", "v.txt");
  git(vendor, "commit", "-q", "-m", "first");
  writeFileSync(join(vendor, "v.txt"), "KEY of v, changed\n");
  writeFileSync(join(vendor, ".gitattributes"), "* diff=evil filter=evil\n");
  const program = join(workspace, "trip");
  const harmful =
    `\tfsmonitor = ${program}\n\tpager = ${program}\n[diff]\n\texternal = ${program}\n[diff "evil"]\n\ttextconv = ${program}\n` +
    `[filter "evil"]\n\tclean = ${program}\n[gpg]\n\tprogram = ${program}\n`;
  appendFileSync(join(vendor, ".git/config"), `[core]\n${harmful}`);
  const programs = repository === "evil" ? harmful : "";
  const remotes = `[remote "origin"]\n\turl = http://127.0.0.1:4444/x.git\n[remote "other"]\n\turl = me@127.0.0.1:x.git\n`;
  const connection = repository === "plain" ? "" : `[core]\n\tsshCommand = ${program}\n`;
  appendFileSync(join(workspace, ".git/config"), `${remotes}${connection}${programs}`);
  if (repository === "evil") {
    writeFileSync(join(workspace, ".gitattributes"), "* diff=evil filter=evil\n");
    writeFileSync(join(workspace, ".git/hooks/post-index-change"), trip, { mode: 0o755 });
  }
}

/** Returns one line for each file, which would differ after any write. */
function fingerprint(folder: string): string {
  const lines: string[] = [];
  const visit = (path: string, name: string) => {
    const stat = lstatSync(path, { bigint: true });
    const facts = `${stat.mode} ${stat.uid} ${stat.size} ${stat.mtimeNs} ${stat.nlink}`;
    if (stat.isSymbolicLink()) lines.push(`${name} ${facts} ${readlinkSync(path)}`);
    else if (stat.isDirectory()) {
      lines.push(`${name}/ ${facts}`);
      for (const entry of readdirSync(path).sort()) visit(join(path, entry), `${name}/${entry}`);
    } else if (stat.isFile()) {
      lines.push(`${name} ${facts} ${createHash("sha1").update(readFileSync(path)).digest("hex")}`);
    } else lines.push(`${name} ${facts} special`);
  };
  visit(folder, "");
  return lines.join("\n");
}
