import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type * as Collet from "../../../src/index.js";
import type { EditRequest, Peer } from "./peer.js";

/** The built package, as users import it. */
const BUILT = pathToFileURL(resolve(import.meta.dirname, "../../../dist/index.js")).href;

/** The tools of Collet, through the whole pipeline of a runtime. */
export const collet: Peer = {
  id: "collet",
  title: "Collet",
  package: "collet",
  needs: ["zod"],
  open: async (folder) => {
    const { createToolRuntime } = (await import(BUILT)) as typeof Collet;
    const runtime = createToolRuntime({
      cwd: folder,
      permissions: "allow-all",
      stateDirectory: `${folder}.state`,
    });
    let calls = 0;
    const call = async (name: string, input: unknown, signal?: AbortSignal) => {
      calls += 1;
      const result = await runtime.execute({ id: `call-${calls}`, name, input }, { signal });
      const text = result.content.map((part) => (part.type === "text" ? part.text : "")).join("");
      if (result.status !== "done") throw new Error(text);
      return text;
    };
    const edit = ({ path, old, next, replaceAll }: EditRequest) => ({
      path,
      old_str: old,
      new_str: next,
      ...(replaceAll === true && { replace_all: true }),
    });
    return {
      read: ({ path, first, lines }) => call("Read", { path, read_range: [first, first + lines - 1] }),
      edit: (request) => call("edit_file", edit(request)),
      editTogether: (requests) =>
        runtime.executeBatch(
          requests.map((request, index) => ({
            id: `edit-${index}`,
            name: "edit_file",
            input: edit(request),
          })),
        ),
      grep: (pattern) => call("Grep", { pattern }),
      glob: (filePattern) => call("glob", { filePattern }),
      command: ({ command, signal }) => call("Bash", { cmd: command }, signal),
      close: async () => runtime[Symbol.asyncDispose](),
    };
  },
};
