import type {
  DirectoryEntry,
  DirectoryHandle,
  FileStat,
  FileSystem,
  FileType,
  ReadHandle,
} from "../../../contract/index.js";
import { fileFailure } from "../../failure/index.js";
import { nameOfBytes } from "../../local/index.js";
import { IGNORE_FILE_NAMES } from "../../memory/index.js";
import { fieldsOf } from "../files/index.js";
import { type ScriptRunner, word } from "../script/index.js";

/** Names after which the list of a tree ends; the folders that are missing are listed when they are reached. */
const MAX_LISTED = 5_000;

/** Bytes that a name and the path of its folder need on average, where the output of the machine is limited. */
const NAME_BYTES = 64;

const TYPES: Readonly<Record<string, FileType>> = { f: "file", d: "directory", l: "symlink", o: "other" };

/**
 * Lists a folder with the folders below it. `.git` is never searched, and `node_modules` rarely, so their content is listed
 * only when it is reached.
 */
const listTree = (most: number) => `n=0
list() {
  if [ ! -r "$1" ] || [ ! -x "$1" ] || ! ls -a "$1" >/dev/null 2>&1; then printf 'X%s\\0' "$1"; return; fi
  printf 'D%s\\0' "$1"
  for e in "$1"/* "$1"/.*; do
    case \${e##*/} in .|..) continue ;; esac
    if [ -L "$e" ]; then t=l
    elif [ -d "$e" ]; then t=d
    elif [ -f "$e" ]; then t=f
    elif [ -e "$e" ]; then t=o
    else continue
    fi
    n=$((n + 1))
    printf '%s%s\\0' "$t" "\${e##*/}"
  done
  for e in "$1"/* "$1"/.*; do
    [ $n -lt ${most} ] || return
    case \${e##*/} in .|..|.git|node_modules) continue ;; esac
    if [ -d "$e" ] && [ ! -L "$e" ]; then list "$e"; fi
  done
}
list .`;

/**
 * The files of a machine for one search: folders are listed many at a time. What it lists can be older than the operation that
 * uses it, so it must not be used for changes.
 */
export function listedTree(runner: ScriptRunner, files: FileSystem, root: string): FileSystem {
  const lists = new Map<string, readonly DirectoryEntry[] | "unreadable">();
  const isLimited = runner.transport.maxOutputBytes !== undefined;
  const most = isLimited ? Math.min(MAX_LISTED, Math.floor(runner.maxContentBytes / NAME_BYTES)) : MAX_LISTED;
  const list = async (path: string) => {
    const known = lists.get(path);
    if (known !== undefined) return known;
    const body = await runner.run(`at ${word(path)} ''\n${listTree(most)}`, { path });
    let entries: DirectoryEntry[] = [];
    for (const field of fieldsOf(body)) {
      const kind = String.fromCharCode(field[0] ?? 0);
      const name = nameOfBytes(field.subarray(1));
      if (kind === "X" || kind === "D") {
        entries = [];
        lists.set(files.path.join(path, name), kind === "X" ? "unreadable" : entries);
      } else entries.push({ name, type: TYPES[kind] ?? "other" });
    }
    return lists.get(path) ?? "unreadable";
  };
  let above: Promise<ReadonlySet<string>> | undefined;
  const isAbove = (path: string) => path !== root && root.startsWith(path === "/" ? path : `${path}/`);
  return {
    ...files,
    openDirectory: async (path) => {
      if (isAbove(path)) {
        above ??= ignoreFilesAbove(runner, files, root);
        const known = await above;
        // Only ignore files are read above the searched folder.
        return new ListedDirectory(files, path, async () =>
          IGNORE_FILE_NAMES.filter((name) => known.has(files.path.join(path, name))).map((name) => ({
            name,
            type: "file",
          })),
        ) as never;
      }
      await list(path);
      return new ListedDirectory(files, path, list) as never;
    },
  };
}

/** Returns the paths of the ignore files in the folders above a folder. */
async function ignoreFilesAbove(
  runner: ScriptRunner,
  files: FileSystem,
  root: string,
): Promise<ReadonlySet<string>> {
  const paths: string[] = [];
  for (let folder = root; files.path.dirname(folder) !== folder; ) {
    folder = files.path.dirname(folder);
    paths.push(...IGNORE_FILE_NAMES.map((name) => files.path.join(folder, name)));
  }
  if (paths.length === 0) return new Set();
  const script = `for f in ${paths.map(word).join(" ")}; do [ -f "$f" ] && printf '%s\\0' "$f"; done\n:`;
  const body = await runner.run(script, { path: root });
  return new Set(fieldsOf(body).map((field) => nameOfBytes(field)));
}

/** A folder whose entries were listed. Everything but the list is that of the file system. */
class ListedDirectory implements Partial<DirectoryHandle> {
  #real: Promise<DirectoryHandle> | undefined;

  constructor(
    private readonly files: FileSystem,
    readonly path: string,
    private readonly listOf: (path: string) => Promise<readonly DirectoryEntry[] | "unreadable">,
  ) {}

  async list(): Promise<readonly DirectoryEntry[]> {
    const entries = await this.listOf(this.path);
    if (entries === "unreadable") throw fileFailure("not-permitted", this.path);
    return entries;
  }

  async stat(name: string): Promise<FileStat | undefined> {
    const entries = await this.listOf(this.path);
    if (entries !== "unreadable" && !entries.some((entry) => entry.name === name)) return undefined;
    return (await this.#open()).stat(name);
  }

  async openFile(name: string): Promise<ReadHandle> {
    return (await this.#open()).openFile(name);
  }

  async openDirectory(name: string): Promise<DirectoryHandle> {
    const entries = await this.list();
    const type = entries.find((entry) => entry.name === name)?.type;
    if (type === "directory")
      return new ListedDirectory(this.files, this.files.path.join(this.path, name), this.listOf) as never;
    return (await this.#open()).openDirectory(name);
  }

  async close(): Promise<void> {
    await (await this.#real?.catch(() => undefined))?.close();
  }

  #open(): Promise<DirectoryHandle> {
    this.#real ??= this.files.openDirectory(this.path);
    return this.#real;
  }
}
