import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { onTestFinished as onCurrentTestFinished } from "vitest";
import { localBackend } from "../../../../src/backends/local/index.js";
import type { LanguageServerDefinition } from "../../../../src/backends/local/language-servers/language-server-definition.js";
import type {
  LanguageServersDependencies,
  LanguageServersOptions,
} from "../../../../src/backends/local/language-servers/language-servers-options.js";
import { localLanguageServers } from "../../../../src/backends/local/language-servers/local-language-servers.js";
import type { DiagnosticsRequest } from "../../../../src/contract/index.js";

const PACKAGES = resolve(import.meta.dirname, "../../../../node_modules");

/** Makes a folder with files below the temporary folder; its real path. */
export async function makeProject(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "collet-servers-")));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

/** Links this repository's TypeScript and its language server into a project, as an installation would. */
export async function installTypeScript(folder: string): Promise<void> {
  await mkdir(join(folder, "node_modules/.bin"), { recursive: true });
  for (const name of ["typescript", ".bin/typescript-language-server"]) {
    await symlink(join(PACKAGES, name), join(folder, "node_modules", name));
  }
}

/** How the fake server behaves; see fake-server.mjs. */
export type FakeBehaviour =
  | "publishes"
  | "answers"
  | "knows-uses"
  | "silent"
  | "deaf"
  | "wrong"
  | "dies-at-once"
  | "dies-on-open"
  | "dies-on-bad"
  | "flood"
  | "garbage"
  | "not-json"
  | "huge"
  | "ignores-shutdown"
  | "leaves-child";

/** Creates a project with files of the fake server, and functions that query it. */
export async function fakeProject(
  behaviour: FakeBehaviour,
  options: {
    readonly files?: Readonly<Record<string, string>>;
    readonly servers?: LanguageServersOptions;
    readonly definition?: Partial<LanguageServerDefinition>;
    readonly means?: Partial<LanguageServersDependencies>;
    readonly budgetMs?: number;
    /** Of the test's context, where several tests run at once. */
    readonly onTestFinished?: (end: () => Promise<void>) => void;
  } = {},
) {
  const folder = await makeProject({ "fake.json": "", "a.fake": "fine", ...options.files });
  const log = join(await makeProject({}), "log.txt");
  const backend = localBackend({ languageServers: "off" });
  const servers = localLanguageServers(
    {
      start: "trusted",
      servers: [
        {
          name: "fake",
          languages: { ".fake": "fake" },
          markers: ["fake.json"],
          command: [process.execPath, join(import.meta.dirname, "fake-server.mjs"), behaviour, log],
          ...options.definition,
        },
      ],
      ...options.servers,
    },
    { shell: backend.shell, search: backend.search, ...options.means },
  );
  const controller = new AbortController();
  const questions: string[] = [];
  const session = { id: "session", cwd: folder, memory: new Map<symbol, unknown>() };
  const request: DiagnosticsRequest = {
    signal: controller.signal,
    budgetMs: options.budgetMs ?? 10_000,
    roots: [folder],
    session,
    mayStart: async (command) => {
      questions.push(command);
      return true;
    },
  };
  const { onTestFinished = onCurrentTestFinished } = options;
  onTestFinished(async () => {
    await servers.dispose();
    await backend.dispose();
    await rm(folder, { recursive: true, force: true });
    await rm(dirname(log), { recursive: true, force: true });
  });
  const path = (name: string) => join(folder, name);
  return {
    folder,
    servers,
    backend,
    request,
    session,
    controller,
    questions,
    path,
    /** Writes a file and reports the change. */
    async change(name: string, text: string, changed: Partial<DiagnosticsRequest> = {}) {
      await writeFile(path(name), text);
      return servers.afterChange([path(name)], { ...request, ...changed });
    },
    /** Returns the log of the fake server, line by line. */
    async log(): Promise<readonly string[]> {
      const text = await readFile(log, "utf8").catch(() => "");
      return text.split("\n").filter((line) => line !== "");
    },
    /** Returns the running processes that were started: servers and their children. */
    alive: () => startedProcesses(log),
  };
}

/** Returns the running processes in the log of a fake server: itself and its children. */
export async function startedProcesses(log: string): Promise<readonly number[]> {
  const text = await readFile(log, "utf8").catch(() => "");
  return [...text.matchAll(/^(?:start|child) (\d+)$/gm)].map(([, id]) => Number(id)).filter(runs);
}

function runs(id: number): boolean {
  try {
    process.kill(id, 0);
    // A zombie does not count: its parent may not have collected it yet.
    return process.platform !== "linux" || !/\) Z /.test(readFileSync(`/proc/${id}/stat`, "latin1"));
  } catch {
    return false;
  }
}
