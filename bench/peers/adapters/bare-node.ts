import { spawn } from "node:child_process";
import { createReadStream } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { rgPath } from "@vscode/ripgrep";
import type { Peer } from "./peer.js";

/** Characters of an output that are kept. */
const KEPT_CHARACTERS = 30_000;

/** The same work with Node alone, without any check: the yardstick of the ratios. */
export const bareNode: Peer = {
  id: "bare-node",
  title: "bare Node",
  open: async (folder) => ({
    read: async ({ path, first, lines }) => {
      const stream = createReadStream(join(folder, path));
      const found: string[] = [];
      let line = 0;
      for await (const text of createInterface({ input: stream })) {
        line += 1;
        if (line >= first) found.push(text);
        if (line >= first + lines - 1) break;
      }
      stream.destroy();
      return found.join("\n");
    },
    edit: async ({ path, old, next, replaceAll }) => {
      const file = join(folder, path);
      const parts = (await readFile(file, "utf8")).split(old);
      if (old === "" || parts.length < 2 || (parts.length > 2 && replaceAll !== true))
        throw new Error("no match");
      await writeFile(file, parts.join(next));
      return "done";
    },
    grep: (pattern) => output(rgPath, ["--no-config", "--line-number", "-e", pattern, "./"], { cwd: folder }),
    glob: async (pattern) => {
      // The patterns of the rows are `**/*` and an ending.
      const ending = pattern.slice(pattern.lastIndexOf("*") + 1);
      const paths = await readdir(folder, { recursive: true });
      return paths.filter((path) => path.endsWith(ending)).join("\n");
    },
    command: ({ command, signal }) =>
      output("bash", ["-c", command], { cwd: folder, ...(signal && { signal }) }),
  }),
};

/** Runs a program and returns the first characters of its output. */
function output(
  program: string,
  words: readonly string[],
  options: { readonly cwd: string; readonly signal?: AbortSignal },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { ...options, stdio: ["ignore", "pipe", "ignore"] });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      if (text.length < KEPT_CHARACTERS) text += chunk.slice(0, KEPT_CHARACTERS - text.length);
    });
    child.once("error", reject);
    child.once("close", () => resolve(text));
  });
}
