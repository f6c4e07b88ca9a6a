import type { FileStat, FileSystem } from "../../../contract/index.js";
import { holdsPackageToken } from "./package-tokens.js";
import { isPrivateKey, PRIVATE_KEY_HEAD_BYTES } from "./private-key.js";

/** Files whose result is remembered while they are unchanged: every lookup of a path asks. */
const MAX_REMEMBERED_FILES = 1_024;

/** Recognises private keys, and settings with a token of a package registry, by their content, and remembers the results until the files change. */
export class KeyFiles {
  readonly #answers = new Map<string, Promise<boolean>>();

  constructor(private readonly files: FileSystem) {}

  /**
   * Returns whether a file is a private key or holds such a token. A file that cannot be opened reveals nothing, so it does not count as one.
   */
  has(path: string, stat: FileStat | undefined): Promise<boolean> {
    // Files of the kernel have size 0, and reading them may never end.
    if (stat?.type !== "file" || stat.size === 0) return NO;
    const key = keyOf(path, stat);
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const answer = this.#look(path).catch(() => {
      this.#answers.delete(key);
      return false;
    });
    this.#remember(key, answer);
    return answer;
  }

  /** Remembers the result for a file whose whole content is known. */
  learn(path: string, stat: FileStat | undefined, content: Uint8Array): void {
    if (stat?.type !== "file" || stat.size !== content.byteLength) return;
    this.#remember(
      keyOf(path, stat),
      Promise.resolve(isPrivateKey(content.subarray(0, PRIVATE_KEY_HEAD_BYTES))),
    );
  }

  #remember(key: string, answer: Promise<boolean>): void {
    if (this.#answers.size >= MAX_REMEMBERED_FILES) this.#answers.clear();
    this.#answers.set(key, answer);
  }

  async #look(path: string): Promise<boolean> {
    const directory = await this.files.openDirectory(this.files.path.dirname(path));
    try {
      const name = this.files.path.basename(path);
      const handle = await directory.openFile(name);
      try {
        const head = new Uint8Array(PRIVATE_KEY_HEAD_BYTES);
        const bytes = head.subarray(0, await handle.read(head, 0));
        return isPrivateKey(bytes) || holdsPackageToken(name, new TextDecoder().decode(bytes));
      } finally {
        await handle.close();
      }
    } finally {
      await directory.close();
    }
  }
}

function keyOf(path: string, { identity, size, modifiedAtMs }: FileStat): string {
  return `${identity} ${size} ${modifiedAtMs} ${path}`;
}

const NO = Promise.resolve(false);
