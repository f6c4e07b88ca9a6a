import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type AgentConfig, type LoadAgentConfigOptions, loadAgentConfig } from "../../src/config/index.js";
import type { JudgedPath, PermissionRequest } from "../../src/permissions/index.js";
import { judge, normalizePermissions } from "../../src/permissions/index.js";
import { loadCommandReader } from "../../src/permissions/shell/load-command-reader.js";

/** A temporary folder with a project, a home folder and a system folder. */
export class ConfiguredFolder {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "collet-config-")));
  readonly project = join(this.root, "app");
  readonly home = join(this.root, "home");
  readonly system = join(this.root, "system");

  constructor(files: Readonly<Record<string, string | object>> = {}) {
    for (const folder of [this.project, this.home, this.system]) mkdirSync(folder);
    for (const [name, content] of Object.entries(files)) this.write(name, content);
  }

  /** Writes a file below `app/`, `home/` or `system/`. */
  write(name: string, content: string | object): string {
    const file = join(this.root, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content, undefined, 2));
    return file;
  }

  load(options: Partial<LoadAgentConfigOptions> = {}): Promise<AgentConfig> {
    return loadAgentConfig(this.project, {
      home: this.home,
      systemRoot: this.system,
      trusted: true,
      ...options,
    });
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Judges calls by a loaded configuration. */
export async function judgeWith(config: AgentConfig, home = "/home/me") {
  const readCommand = await loadCommandReader();
  const rules = { ...normalizePermissions(config.permissions), cwd: config.cwd, homeDirectory: home };
  const verdict = (request: PermissionRequest) => judge(request, rules, { readCommand }).verdict;
  const file = (kind: "read" | "edit", path: string, more: Partial<JudgedPath> = {}) => {
    const whole = path.startsWith("/") ? path : join(config.cwd, path);
    const fact = {
      requested: path,
      path: whole,
      access: kind === "read" ? ("read" as const) : ("write" as const),
      insideRoots: config.roots.some((root) => whole.startsWith(`${root}/`)),
      protected: false,
      secret: false,
      ...more,
    };
    return verdict({
      names: [kind === "read" ? "Read" : "Edit"],
      kind,
      source: "builtin",
      facts: { paths: [fact] },
    });
  };
  return {
    command: (command: string) =>
      verdict({ names: ["Bash"], kind: "execute", source: "builtin", facts: { command } }),
    powerShell: (command: string) =>
      verdict({
        names: ["PowerShell"],
        kind: "execute",
        source: "builtin",
        facts: { command, language: "powershell" },
      }),
    read: (path: string) => file("read", path),
    edit: (path: string) => file("edit", path),
    fetch: (host: string) =>
      verdict({ names: ["WebFetch"], kind: "fetch", source: "builtin", facts: { hosts: [host] } }),
    tool: (name: string) => verdict({ names: [name], kind: "other", source: "mcp", facts: {} }),
    request: verdict,
  };
}
