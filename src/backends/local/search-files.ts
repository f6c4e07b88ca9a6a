import { sep } from "node:path";
import type { SearchScope } from "../../contract/index.js";
import { pathFilter } from "../glob/index.js";
import { scopeArguments } from "./ripgrep-arguments.js";
import { runRipgrep } from "./ripgrep-process.js";
import { requireCleanEnd } from "./search-failure.js";
import { openSearchRoot } from "./search-root.js";

const NUL = 0;

/** Lists files with `rg --files`; see `Search.files`. In no particular order: ripgrep walks with several threads. */
export async function* searchFiles(
  scope: SearchScope,
  ripgrep: () => Promise<string>,
): AsyncGenerator<string, void, undefined> {
  const filter = pathFilter(scope.globs ?? [], scope.hidden === true);
  const binary = await ripgrep();
  const root = await openSearchRoot(scope.path, "directory");
  try {
    const output = runRipgrep({
      binary,
      arguments: [...scopeArguments(scope, filter), "--files", "--null", "--", "./"],
      cwd: root.cwd,
      signal: scope.signal,
    });
    const pathBelow = pathsBelow(root.base);
    let rest: Buffer = Buffer.alloc(0);
    let found = false;
    try {
      for (;;) {
        const { value, done } = await output.next();
        if (done === true) {
          requireCleanEnd(value, scope, found);
          return;
        }
        found = true;
        const bytes = rest.length === 0 ? value : Buffer.concat([rest, value]);
        const end = bytes.lastIndexOf(NUL) + 1;
        // Names of one read at a time: decoding each alone costs more than the search.
        const names = bytes.toString("utf8", 0, end).split("\0");
        names.pop();
        rest = bytes.subarray(end);
        for (const name of names) {
          const relativePath = relativeName(name);
          if (filter.accepts(relativePath)) yield pathBelow(relativePath);
        }
      }
    } finally {
      await output.return({ exitCode: 0, complaint: "" });
    }
  } finally {
    root.close();
  }
}

/** A path as ripgrep prints it, without the `./` in front and with `/` between names. */
export function relativeName(printed: string): string {
  const relativePath = printed.startsWith("./") || printed.startsWith(".\\") ? printed.slice(2) : printed;
  return process.platform === "win32" ? relativePath.replaceAll("\\", "/") : relativePath;
}

/** Puts a folder in front of relative names. As ripgrep prints them they need no normalizing, which costs more than all else. */
export function pathsBelow(folder: string): (relativePath: string) => string {
  const prefix = folder.endsWith(sep) ? folder : folder + sep;
  return (relativePath) => prefix + (sep === "\\" ? relativePath.replaceAll("/", sep) : relativePath);
}
