import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ageLocks } from "../age-locks.js";

/** A text that must never reach a model, an event or a log. */
export const CANARY = "CANARY-5d1c0e77";

/** What a file that holds a secret holds in these tests. */
export const SECRET_TEXT = `KEY=${CANARY}\n`;

/** Files larger than this are told apart by their size alone. */
const MAX_HASHED_BYTES = 16 * 1024 * 1024;

/** Paths longer than this are not looked at: the kernel takes no more than 4,096 bytes, and deep ones cost the square. */
const MAX_PATH_LENGTH = 1_000;

/**
 * A temporary machine to attack: `$WS` is the workspace, `$OUT` a folder beside it and `$HOME` a home folder, both with
 * canaries in them; `$STATE` is where locks go. Paths are written with these names in front.
 */
export class World {
  readonly base: string;
  readonly ws: string;
  readonly out: string;
  readonly home: string;
  readonly state: string;
  /** For what an attack wants to remember from its setup to its check. */
  readonly notes: string[] = [];
  readonly #cleanups: (() => void)[] = [];

  constructor() {
    this.base = realpathSync(mkdtempSync(join(tmpdir(), "collet-attack-")));
    chmodSync(this.base, 0o755);
    [this.ws, this.out, this.home, this.state] = ["ws", "out", "home", "state"].map((name) =>
      join(this.base, name),
    ) as [string, string, string, string];
    for (const folder of [this.ws, this.out, this.home]) mkdirSync(folder);
    mkdirSync(this.state, { mode: 0o700 });
    this.file("$OUT/secret", SECRET_TEXT);
    this.file("$OUT/sub/secret", SECRET_TEXT);
    this.file("$HOME/.bashrc", SECRET_TEXT);
  }

  /** The absolute path, or any other text with paths in it. */
  path(text: string): string {
    return text.replace(/\$(WS|OUT|HOME|STATE)\b/g, (_, name: string) => join(this.base, name.toLowerCase()));
  }

  file(path: string, content: string | Uint8Array = "", mode?: number): void {
    const absolute = this.path(path);
    mkdirSync(dirname(absolute), { recursive: true });
    writeFileSync(absolute, content);
    if (mode !== undefined) chmodSync(absolute, mode);
  }

  folder(path: string): void {
    mkdirSync(this.path(path), { recursive: true });
  }

  /** A symlink; a relative target stays relative. */
  link(path: string, target: string): void {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    symlinkSync(this.path(target), this.path(path));
  }

  hardLink(path: string, existing: string): void {
    linkSync(this.path(existing), this.path(path));
  }

  bytes(path: string): Buffer {
    return readFileSync(this.path(path));
  }

  text(path: string): string {
    return this.bytes(path).toString("utf8");
  }

  /** Whether something has the name, also a dangling symlink. */
  has(path: string): boolean {
    return lstatSync(this.path(path), { throwIfNoEntry: false }) !== undefined;
  }

  names(path = "$WS"): string[] {
    return readdirSync(this.path(path)).sort();
  }

  /** Runs a command that must succeed. */
  command(program: string, ...parameters: readonly string[]): void {
    execFileSync(
      program,
      parameters.map((parameter) => this.path(parameter)),
      { stdio: "pipe" },
    );
  }

  /** Mounts something until the end. It leaves lazily: a replaced file may still be waiting to be closed. */
  mount(path: string, ...parameters: readonly string[]): void {
    this.command("mount", ...parameters, path);
    this.onEnd(() => this.command("umount", "--lazy", path));
  }

  /** Makes all locks look as if nobody had refreshed them for a minute. */
  ageLocks(): void {
    ageLocks(this.state);
  }

  /** Done before the folders are removed, last one first. */
  onEnd(cleanup: () => void): void {
    this.#cleanups.push(cleanup);
  }

  /** Everything below a folder: type, mode, content, link targets, and when each changed unless told otherwise. */
  snapshot(path: string, times: "with-times" | "without-times" = "with-times"): Map<string, string> {
    const found = new Map<string, string>();
    const visit = (absolute: string, name: string): void => {
      if (absolute.length > MAX_PATH_LENGTH) return;
      const stat = lstatSync(absolute, { bigint: true });
      const facts = [stat.mode.toString(8), stat.uid, stat.gid];
      if (times === "with-times") facts.push(stat.mtimeNs);
      if (stat.isSymbolicLink()) facts.push(readlinkSync(absolute));
      if (stat.isFile()) {
        facts.push(stat.size <= MAX_HASHED_BYTES ? hashOf(absolute) : stat.size);
      }
      found.set(name, facts.join(" "));
      if (!stat.isDirectory()) return;
      for (const entry of readdirSync(absolute)) visit(join(absolute, entry), `${name}/${entry}`);
    };
    visit(this.path(path), path);
    return found;
  }

  /** Everything below a folder and the folder itself, by name. */
  everyName(path: string): string[] {
    const found = [path];
    const visit = (absolute: string, name: string): void => {
      if (absolute.length > MAX_PATH_LENGTH) return;
      for (const entry of readdirSync(absolute, { withFileTypes: true })) {
        const below = `${name}/${entry.name}`;
        found.push(below);
        if (entry.isDirectory()) visit(join(absolute, entry.name), below);
      }
    };
    visit(this.path(path), path);
    return found;
  }

  /** Ends it. Its folders go while the next world is attacked: see {@link worldsRemoved}. */
  dispose(): void {
    try {
      for (const cleanup of this.#cleanups.splice(0).reverse()) cleanup();
    } finally {
      this.#removeFolders();
    }
  }

  #removeFolders(): void {
    removal = removal
      .then(() => rm(this.base, { recursive: true, force: true, maxRetries: 10 }))
      .catch(noteFailure);
  }
}

/** The removal of all worlds that have ended until now, one after the other. */
let removal: Promise<void> = Promise.resolve();
const failures: unknown[] = [];

function noteFailure(error: unknown): void {
  failures.push(error);
}

/** Waits until nothing is left of the worlds that have ended; throws if something could not be removed. */
export async function worldsRemoved(): Promise<void> {
  await removal;
  const [failure] = failures.splice(0);
  if (failure !== undefined) throw failure;
}

/** The names whose facts differ between two snapshots. */
export function differences(before: Map<string, string>, after: Map<string, string>): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name));
}

function hashOf(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
