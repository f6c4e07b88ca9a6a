import { importPackage } from "./import-package.js";
import type { Peer } from "./peer.js";

interface LangchainTool {
  readonly name: string;
  readonly invoke: (input: object, options?: { readonly signal?: AbortSignal }) => Promise<unknown>;
}

interface DeepAgents {
  readonly createFilesystemMiddleware: (options: object) => { readonly tools: readonly LangchainTool[] };
  /** The `FilesystemBackend` with the tool `execute`. */
  readonly LocalShellBackend: new (
    options: object,
  ) => object;
}

/** The tools of deepagents on a local folder. */
export const deepagents: Peer = {
  id: "deepagents",
  title: "deepagents",
  package: "deepagents",
  open: async (folder) => {
    const loaded = await importPackage<DeepAgents>("deepagents");
    const backend = new loaded.LocalShellBackend({ rootDir: folder, virtualMode: true, inheritEnv: true });
    const { tools } = loaded.createFilesystemMiddleware({ backend });
    const call = async (name: string, input: object, signal?: AbortSignal) => {
      const tool = tools.find((each) => each.name === name);
      if (tool === undefined) throw new Error(`deepagents has no tool ${name}`);
      const text = textOf(await tool.invoke(input, signal && { signal }));
      if (text.startsWith("Error")) throw new Error(text);
      return text;
    };
    return {
      read: ({ path, first, lines }) =>
        call("read_file", { file_path: `/${path}`, offset: first - 1, limit: lines }),
      edit: ({ path, old, next, replaceAll = false }) =>
        call("edit_file", {
          file_path: `/${path}`,
          old_string: old,
          new_string: next,
          replace_all: replaceAll,
        }),
      // Its search is for plain text: the patterns of the rows contain no special characters.
      grep: (pattern) => call("grep", { pattern, path: "/", output_mode: "content" }),
      glob: (pattern) => call("glob", { pattern, path: "/" }),
      command: ({ command, signal }) => call("execute", { command }, signal),
    };
  },
};

function textOf(result: unknown): string {
  if (typeof result === "string") return result;
  if (Array.isArray(result))
    return result.map((part: { readonly text?: string }) => part.text ?? "").join("");
  return textOf((result as { readonly content?: unknown }).content ?? "");
}
