import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createJustBashSandbox } from "@ai-sdk/sandbox-just-bash";
import { LocalShellBackend } from "deepagents";
import { Bash, InMemoryFs } from "just-bash";
import { toSandboxSession } from "../../../src/adapters/remote/index.js";
import { localBackend } from "../../../src/backends/local/index.js";
import { fromSandboxSession } from "../../../src/backends/sandbox-sessions/index.js";
import type { BackendFactory, SeedEntry } from "../../../src/testing/index.js";
import { seedFolder } from "../backend-factories.js";

const ROOT = "/work/place";

/** Puts a tree into a just-bash. */
export async function seedJustBash(entries: Readonly<Record<string, SeedEntry>>): Promise<Bash> {
  const fs = new InMemoryFs();
  await fs.mkdir(ROOT, { recursive: true });
  for (const [name, entry] of Object.entries(entries)) {
    const path = `${ROOT}/${name}`.replace(/\/$/, "");
    await fs.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    if (typeof entry === "string" || entry instanceof Uint8Array) await fs.writeFile(path, entry);
    else if ("symlinkTo" in entry) await fs.symlink(entry.symlinkTo, path);
    else if ("directory" in entry) await fs.mkdir(path, { recursive: true });
    else if ("fifo" in entry) throw new Error("just-bash has no FIFOs.");
    else {
      await fs.writeFile(path, entry.content);
      await fs.chmod(path, entry.mode);
    }
  }
  return new Bash({ fs, cwd: ROOT });
}

/** Backends on a just-bash. */
export const justBashFactory: BackendFactory = {
  name: "just-bash",
  supports: { fifos: false },
  create: async (entries) => ({ backend: await fromSandboxSession(await seedJustBash(entries)), root: ROOT }),
};

/** Returns the sandbox session of the AI SDK's own package, which is a just-bash in memory. */
export async function aiSdkSession(entries: Readonly<Record<string, SeedEntry>>) {
  const session = (await createJustBashSandbox({ cwd: ROOT }).createSession()).restricted();
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const commands = [`mkdir -p ${ROOT}`];
  for (const [name, entry] of Object.entries(entries)) {
    const path = `${ROOT}/${name}`.replace(/\/$/, "");
    commands.push(`mkdir -p ${quoted(path.slice(0, path.lastIndexOf("/")))}`);
    if (typeof entry === "object" && "symlinkTo" in entry)
      commands.push(`ln -s ${quoted(entry.symlinkTo)} ${quoted(path)}`);
    else if (typeof entry === "object" && "directory" in entry) commands.push(`mkdir -p ${quoted(path)}`);
    else if (typeof entry === "object" && "fifo" in entry) throw new Error("just-bash has no FIFOs.");
    else {
      const isPlain = typeof entry === "string" || entry instanceof Uint8Array;
      const content = isPlain ? entry : entry.content;
      await session.writeBinaryFile({
        path,
        content: typeof content === "string" ? new TextEncoder().encode(content) : content,
      });
      if (!isPlain) commands.push(`chmod ${entry.mode.toString(8)} ${quoted(path)}`);
    }
  }
  const { exitCode, stderr } = await session.run({ command: commands.join(" && ") });
  if (exitCode !== 0) throw new Error(stderr);
  return session;
}

/** Backends on an AI SDK sandbox whose shell is an emulation. */
export const aiSdkFactory: BackendFactory = {
  name: "AI SDK sandbox (just-bash)",
  supports: { fifos: false },
  create: async (entries) => ({ backend: await fromSandboxSession(await aiSdkSession(entries)), root: ROOT }),
};

/** Returns a real folder with a tree, and its removal. */
export async function realFolder(entries: Readonly<Record<string, SeedEntry>>) {
  const root = await realpath(await mkdtemp(join(tmpdir(), "collet-session-")));
  await seedFolder(root, entries);
  const dispose = async () => {
    await chmod(root, 0o755);
    await rm(root, { recursive: true, force: true });
  };
  return { root, dispose };
}

/** Backends on an AI SDK sandbox with a real shell: the session of a backend, used as a backend again. */
export const thereAndBackFactory: BackendFactory = {
  name: "AI SDK sandbox (real shell)",
  supports: { fifos: true },
  create: async (entries) => {
    const { root, dispose } = await realFolder(entries);
    const local = localBackend();
    const session = toSandboxSession(local, { library: "ai-sdk", cwd: root });
    const backend = await fromSandboxSession(session);
    return {
      backend,
      root,
      dispose: async () => {
        await local.dispose?.();
        await dispose();
      },
    };
  },
};

/** Backends on deepagents' own sandbox on this machine. */
export const deepagentsFactory: BackendFactory = {
  name: "deepagents",
  supports: { fifos: true },
  create: async (entries) => {
    const { root, dispose } = await realFolder(entries);
    const sandbox = await LocalShellBackend.create({ rootDir: root, inheritEnv: true });
    return { backend: await fromSandboxSession(sandbox), root, dispose };
  },
};
