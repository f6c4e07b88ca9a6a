import type { Buffer } from "node:buffer";
import {
  type DirectoryEntry,
  type DirectoryHandle,
  type FileStat,
  type FileType,
  type OpenForWritingOptions,
  type ReadHandle,
  type RenameTarget,
  ToolError,
  type WriteHandle,
} from "../../../contract/index.js";
import { foreignDirectory } from "../../failure/index.js";
import { nameOfBytes } from "../../local/index.js";
import { posixPath, requireEntryName } from "../../memory/index.js";
import { type ScriptRunner, scriptFailure, word } from "../script/index.js";
import { fieldsOf } from "./fields.js";
import { PosixReadHandle } from "./posix-read-handle.js";
import { PosixWriteHandle } from "./posix-write-handle.js";
import { renameScript } from "./rename-script.js";
import { readStat } from "./stat-line.js";

const TYPES: Readonly<Record<string, FileType>> = { f: "file", d: "directory", l: "symlink", o: "other" };

const LIST = `[ -r . ] && [ -x . ] || fail not-permitted
ls -a . >/dev/null 2>&1 || fail "other:the directory could not be read"
for n in * .*; do
  case $n in .|..) continue ;; esac
  if [ -L "./$n" ]; then t=l
  elif [ -d "./$n" ]; then t=d
  elif [ -f "./$n" ]; then t=f
  elif [ -e "./$n" ]; then t=o
  else continue
  fi
  printf '%s%s\\0' "$t" "$n"
done`;

/**
 * A directory of the machine. Each operation is one command, which goes to the path and checks that it still leads to
 * the same directory; after that, it works relative to that directory.
 */
export class PosixDirectory implements DirectoryHandle {
  constructor(
    private readonly runner: ScriptRunner,
    readonly path: string,
    private readonly identity: string,
  ) {}

  async stat(name: string): Promise<FileStat | undefined> {
    try {
      const body = await this.#run(
        name,
        'has "$f" || { searchable; fail missing; }\nstat -c "$T" -- "$f" 2>/dev/null || { has "$f" && fail not-permitted; fail missing; }',
      );
      return readStat(body.toString("latin1"));
    } catch (error) {
      if (ToolError.isInstance(error) && error.code === "not-found") return undefined;
      throw error;
    }
  }

  async list(): Promise<readonly DirectoryEntry[]> {
    const body = await this.runner.run(`${this.at}\n${LIST}`, { path: this.path });
    return fieldsOf(body).map((field) => ({
      name: nameOfBytes(field.subarray(1)),
      type: TYPES[String.fromCharCode(field[0] ?? 0)] ?? "other",
    }));
  }

  async readLink(name: string): Promise<string> {
    const script = `has "$f" || fail missing
[ -L "$f" ] || fail not-a-symlink
readlink -- "$f" || fail "other:readlink failed"`;
    return nameOfBytes((await this.#run(name, script)).subarray(0, -1));
  }

  async makeSymlink(name: string, target: string): Promise<void> {
    // A free name is required by 'ln' itself; without '-T', it would create a link inside a folder of the name.
    const script = `has "$f" && fail exists
m=$(ln -s -n -- ${word(target)} "$f" 2>&1) || { has "$f" && fail exists; why "$m"; }`;
    await this.#run(name, script);
  }

  async openFile(
    name: string,
    { access = "read" }: { readonly access?: "read" | "read-write" } = {},
  ): Promise<ReadHandle> {
    const most = this.runner.maxContentBytes;
    const script = `reg "$f"
[ -r "$f" ] || fail not-permitted
w=; [ -w "$f" ] && w=w
s=$(stat -c "$T" -- "$f") || fail missing
printf '%s\\0%s\\0' "$w" "$s"
set -- $s
if [ "$2" -le ${most} ]; then { head -c ${most} || fail "other:the file could not be read"; } < "$f"; fi
same "$f" "$3:$4" || fail changed`;
    const body = await this.#run(name, script);
    const [writable, line] = fieldsOf(body);
    const content = body.subarray((writable?.length ?? 0) + (line?.length ?? 0) + 2);
    return new PosixReadHandle(this.runner, {
      at: this.at,
      path: this.#pathOf(name),
      name,
      stat: readStat(line?.toString("latin1") ?? ""),
      content,
      isWritable: access === "read-write" && writable?.length === 1,
    });
  }

  async createFile(name: string, { mode }: { readonly mode: number }): Promise<WriteHandle> {
    const script = `has "$f" && fail exists
u=$(umask)
umask 077
set -C
m=$( { : > "$f"; } 2>&1) || { has "$f" && fail exists; why "$m"; }
set +C
chmod "$(printf %o $((0${mode.toString(8)} & ~0$u)))" "$f" || fail not-permitted
stat -c "$T" -- "$f" || fail missing`;
    const body = await this.#run(name, script);
    return this.#writeHandle(name, readStat(body.toString("latin1")), { isNew: true });
  }

  async openForWriting(name: string, { opened }: OpenForWritingOptions = {}): Promise<WriteHandle> {
    if (opened instanceof PosixReadHandle && opened.isWritable) return this.#writeHandle(name, opened.stat);
    const script = `reg "$f"
[ -w "$f" ] || fail not-permitted
stat -c "$T" -- "$f" || fail missing`;
    return this.#writeHandle(name, readStat((await this.#run(name, script)).toString("latin1")));
  }

  async makeDirectory(name: string, { mode }: { readonly mode?: number } = {}): Promise<void> {
    const options = mode === undefined ? "" : `-m ${mode.toString(8)}`;
    const script = `if [ -d "$f" ] && [ ! -L "$f" ]; then :
elif has "$f"; then fail exists
else m=$(mkdir ${options} -- "$f" 2>&1) || { [ -d "$f" ] && [ ! -L "$f" ] || { has "$f" && fail exists; why "$m"; }; }
fi`;
    await this.#run(name, script);
  }

  async openDirectory(name: string): Promise<DirectoryHandle> {
    const script = `[ -L "$f" ] && fail symlink
has "$f" || { searchable; fail missing; }
[ -d "$f" ] || fail not-a-directory
cd -P -- "$f" 2>/dev/null || fail not-permitted
stat -c %d:%i .`;
    const body = await this.#run(name, script);
    return new PosixDirectory(this.runner, this.#pathOf(name), body.toString("latin1").trim());
  }

  async rename(name: string, { directory = this, name: to, whenTaken }: RenameTarget): Promise<void> {
    requireEntryName(name);
    requireEntryName(to);
    if (!(directory instanceof PosixDirectory) || directory.runner !== this.runner)
      throw foreignDirectory(this.#pathOf(name));
    const [from, into] = [this.#pathOf(name), directory.#pathOf(to)];
    if (deviceOf(this.identity) !== deviceOf(directory.identity)) throw scriptFailure("other-volume", into);
    const script = renameScript({
      source: { directory: this.path, identity: this.identity, name },
      target: { directory: directory.path, identity: directory.identity, name: to },
      refuses: whenTaken === "refuse",
    });
    const body = await this.runner.run(script, { path: from });
    // The result of the script names the path that it is about.
    const [about, reason] = fieldsOf(body).map((field) => field.toString("latin1"));
    if (reason !== undefined) throw scriptFailure(reason, about === "to" ? into : from);
  }

  async removeFile(name: string): Promise<void> {
    const script = `if [ -d "$f" ] && [ ! -L "$f" ]; then fail is-a-directory; fi
has "$f" || { searchable; fail missing; }
m=$(rm -f -- "$f" 2>&1)
has "$f" && why "$m"`;
    await this.#run(name, `${script}\n:`);
  }

  async removeDirectory(name: string): Promise<void> {
    const script = `has "$f" || { searchable; fail missing; }
if [ -L "$f" ] || [ ! -d "$f" ]; then fail not-a-directory; fi
m=$(rmdir -- "$f" 2>&1) || why "$m"`;
    await this.#run(name, script);
  }

  /** Does nothing: a shell cannot sync a directory. */
  async sync(): Promise<void> {}

  async close(): Promise<void> {}

  /** First line of each script. */
  private get at(): string {
    return `at ${word(this.path)} ${this.identity}`;
  }

  #run(name: string, script: string): Promise<Buffer> {
    requireEntryName(name);
    return this.runner.run(`${this.at}\nf=${word(`./${name}`)}\n${script}`, { path: this.#pathOf(name) });
  }

  #writeHandle(
    name: string,
    stat: FileStat,
    { isNew = false }: { readonly isNew?: boolean | undefined } = {},
  ): WriteHandle {
    return new PosixWriteHandle(
      this.runner,
      { at: this.at, path: this.#pathOf(name), name, stat },
      { isNew },
    );
  }

  #pathOf(name: string): string {
    return posixPath.join(this.path, name);
  }
}

/** Returns the volume of an identity. */
function deviceOf(identity: string): string {
  return identity.slice(0, identity.indexOf(":"));
}
