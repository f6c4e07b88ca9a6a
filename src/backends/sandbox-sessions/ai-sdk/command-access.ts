import { type DirectoryEntry, type FileType, ToolError } from "../../../contract/index.js";
import { contentHash } from "../../../values/index.js";
import { bytes, checkedValue } from "../../checked/index.js";
import { fileFailure } from "../../failure/index.js";
import { withoutIndentation } from "../../posix-shell/index.js";
import type { PathAccess, PathFacts } from "../path-files/index.js";
import { textOutput } from "../session-answers.js";
import type { AiSdkSandboxSession } from "./ai-sdk-types.js";

const TYPES: Readonly<Record<string, FileType>> = { f: "file", d: "directory", l: "symlink", o: "other" };

/** Characters of a complaint that a message quotes. */
const MAX_COMPLAINT_CHARACTERS = 300;

/** Line breaks in a name up to which an emulated shell lists it. */
const MAX_LINE_BREAKS = 2;

const TYPE_OF = `t() { if [ -L "$1" ]; then k=l; elif [ -d "$1" ]; then k=d; elif [ -f "$1" ]; then k=f; elif [ -e "$1" ]; then k=o; else k=; fi; }`;

/**
 * Returns the files of a sandbox whose shell cannot run the scripts of `posixShellBackend`, such as an emulated one. Contents are
 * read and written by the functions of the session, everything else by plain commands, each of which ends with a mark.
 */
export function commandAccess(session: AiSdkSandboxSession, sandbox: string): PathAccess {
  const run = async (path: string, script: string): Promise<string> => {
    const command = `${script} && printf '\\n=ok'`;
    const output = await session.run({ command: withoutIndentation(command) });
    const { stdout, stderr } = textOutput(output, `sandbox '${sandbox}', run`);
    const end = stdout.lastIndexOf("\n=ok");
    if (end >= 0) return stdout.slice(0, end);
    throw new ToolError(
      `The sandbox could not work on '${path}': ${stderr.trim().slice(0, MAX_COMPLAINT_CHARACTERS) || "the command failed without a message"}.`,
      { code: "io-error", absolutePath: path },
    );
  };
  const read = async (path: string): Promise<Uint8Array> => {
    const content = await session.readBinaryFile({ path });
    if (content === null) throw fileFailure("missing", path);
    checkedValue(content, `sandbox '${sandbox}', readBinaryFile`, bytes);
    return content.slice();
  };
  const facts = async (path: string): Promise<PathFacts | undefined> => {
    const file = quoted(path);
    const script = `${TYPE_OF}; t ${file}; printf %s "$k"; if [ "$k" = f ] || [ "$k" = d ]; then stat -c ' %a' ${file}; fi`;
    const [kind = "", mode = ""] = (await run(path, script)).trim().split(" ");
    if (kind === "") return undefined;
    const type = TYPES[kind] ?? "other";
    // Plain commands tell no times: the content itself is the version of a file.
    const content = type === "file" ? await read(path) : undefined;
    return {
      type,
      size: content?.byteLength ?? 0,
      modifiedAtMs: 0,
      mode: Number.parseInt(mode, 8) || (type === "directory" ? 0o755 : 0o644),
      version: content && (await contentHash(content)),
    };
  };
  return {
    facts,
    list: async (path) => {
      const folder = quoted(path === "/" ? "" : path);
      const body = await run(
        path,
        `${TYPE_OF}; for n in ${globsIn(folder)}; do t "$n"; if [ -n "$k" ]; then printf '%s%s/' "$k" "\${n##*/}"; fi; done`,
      );
      const entries = new Map<string, DirectoryEntry>();
      // No name contains the separator.
      for (const entry of body.split("/")) {
        const name = entry.slice(1);
        if (name === "" || name === "." || name === "..") continue;
        entries.set(name, { name, type: TYPES[entry.charAt(0)] ?? "other" });
      }
      return [...entries.values()];
    },
    read,
    write: async (path, content) => {
      await session.writeBinaryFile({ path, content });
    },
    setMode: async (path, mode) => {
      await run(path, `chmod ${mode.toString(8)} ${quoted(path)}`);
    },
    readLink: async (path) => (await run(path, `readlink ${quoted(path)}`)).replace(/\n$/, ""),
    makeSymlink: async (path, target) => {
      await run(path, `ln -s -- ${quoted(target)} ${quoted(path)}`);
    },
    makeDirectory: async (path) => {
      await run(path, `mkdir ${quoted(path)}`);
    },
    rename: async (from, to) => {
      await run(to, `mv -f ${quoted(from)} ${quoted(to)}`);
    },
    removeFile: async (path) => {
      // The `rm` of just-bash removes a symlink to a folder only with `-r`; it does not follow the link.
      await run(path, `if [ -L ${quoted(path)} ]; then rm -r ${quoted(path)}; else rm ${quoted(path)}; fi`);
    },
    removeDirectory: async (path) => {
      await run(path, `rmdir ${quoted(path)}`);
    },
  };
}

/** Returns patterns that match every name in a folder. The `*` of just-bash matches no line break. */
function globsIn(folder: string): string {
  const names = ["*", ".*"];
  for (let breaks = 1; breaks <= MAX_LINE_BREAKS; breaks += 1)
    names.push(...["*", ".*"].map((start) => start + "'\n'*".repeat(breaks)));
  return names.map((name) => `${folder}/${name}`).join(" ");
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`;
}
