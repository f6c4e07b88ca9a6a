/**
 * A resource of a call, and the access to it.
 *
 * `file:` and `directory:` keys hold a path in any notation; the runtime makes them canonical (absolute,
 * symlinks resolved) before it compares them. It does the same with bare keys that look like a path (`/a`,
 * `./a`, `../a`, `~/a`, the form of the Amp specification). All other keys (`network:example.org`, `user`,
 * `database`) are compared unchanged. A bare key that contains a dot or a separator (`a.txt`, `src/a.ts`) is
 * refused: the call then conflicts with every other, and `plan` states the reason.
 *
 * `scope: "subtree"` includes everything below the path; the default is `"self"`.
 */
export interface ResourceKey {
  readonly key: string;
  readonly mode: "read" | "write";
  readonly scope?: "self" | "subtree";
}
