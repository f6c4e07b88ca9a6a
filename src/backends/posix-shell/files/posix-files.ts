import { type FileSystem, type ResolvedPath, ToolError } from "../../../contract/index.js";
import { fileFailure } from "../../failure/index.js";
import { nameOfBytes } from "../../local/index.js";
import { posixPath } from "../../memory/index.js";
import { type ScriptRunner, word } from "../script/index.js";
import { fieldsOf } from "./fields.js";
import { PosixDirectory } from "./posix-directory.js";
import { readStat } from "./stat-line.js";

const MAX_PATH_BYTES = 4_096;
const MAX_NAME_BYTES = 255;

/** Creates the file system port of a machine. */
export function posixFiles(runner: ScriptRunner, homeDirectory: string | undefined): FileSystem {
  // The identity of the folder of a path that was resolved, so that opening it needs no message.
  const folders = new WeakMap<ResolvedPath, string>();
  return {
    path: posixPath,
    caseSensitive: true,
    ...(homeDirectory !== undefined && { homeDirectory }),
    resolve: async (path) => {
      requirePath(path);
      const body = await runner.run(RESOLVE(path), { path });
      const links: string[] = [];
      let real = "";
      let stat: string | undefined;
      let folder: string | undefined;
      for (const field of fieldsOf(body)) {
        const value = nameOfBytes(field.subarray(1));
        const kind = String.fromCharCode(field[0] ?? 0);
        if (kind === "L") links.push(value);
        else if (kind === "P") real = value;
        else if (kind === "S") stat = value;
        else if (kind === "D") folder = value;
      }
      const resolved = {
        path: real,
        ...(stat !== undefined && { stat: readStat(stat) }),
        ...(links.length > 0 && { links }),
      };
      if (folder !== undefined) folders.set(resolved, folder);
      return resolved;
    },
    openDirectory: async (path, { found } = {}) => {
      requirePath(path);
      const known = found && posixPath.dirname(found.path) === path ? folders.get(found) : undefined;
      // Each operation checks the identity.
      if (known !== undefined) return new PosixDirectory(runner, path, known);
      const body = await runner.run(`at ${word(path)} ''\nstat -c %d:%i . || fail missing`, { path });
      return new PosixDirectory(runner, path, body.toString("latin1").trim());
    },
  };
}

const RESOLVE = (path: string) => `walk ${word(path)}
if [ -n "$miss" ]; then
  printf 'P%s\\0' "\${PWD%/}$miss"
  case \${miss#/} in */*) ;; *) printf 'D%s\\0' "$(stat -c %d:%i .)" ;; esac
elif [ -n "$leaf" ]; then
  s=$(stat -c "$T" -- "./$leaf" . 2>/dev/null) || fail missing
  set -- \${s#*
}
  printf 'P%s\\0S%s\\0D%s:%s\\0' "\${PWD%/}/$leaf" "\${s%%
*}" "$3" "$4"
else
  s=$(stat -c "$T" . 2>/dev/null) || fail not-permitted
  printf 'P%s\\0S%s\\0' "$PWD" "$s"
fi`;

function requirePath(path: string): void {
  if (!posixPath.isAbsolute(path) || path.includes("\0")) {
    throw new ToolError(
      `${JSON.stringify(path.slice(0, 200))} is not a usable path: expected an absolute path without NUL characters.`,
      { code: "invalid-path" },
    );
  }
  const encoder = new TextEncoder();
  const isLong = (text: string, limit: number) =>
    text.length * 3 > limit && encoder.encode(text).byteLength > limit;
  if (isLong(path, MAX_PATH_BYTES) || path.split("/").some((name) => isLong(name, MAX_NAME_BYTES)))
    throw fileFailure("name-too-long", path);
}
