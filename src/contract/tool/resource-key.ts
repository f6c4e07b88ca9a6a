/**
 * A resource that a call touches, and how.
 *
 * `file:` and `directory:` keys hold a path in any spelling; the runtime makes them canonical (absolute, symlinks
 * resolved) before it compares them, and so it does with bare keys that look like a path (`/a`, `./a`, `../a`, `~/a`,
 * seed 001's form). Every other key (`network:example.org`, `user`, `database`) is compared as it stands.
 *
 * `scope: "subtree"` touches everything below the path as well; the default is `"self"`.
 */
export interface ResourceKey {
  readonly key: string;
  readonly mode: "read" | "write";
  readonly scope?: "self" | "subtree";
}
