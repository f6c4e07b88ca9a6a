import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "tsup";

const ROOT = resolve(import.meta.dirname, "../..");

/** Programs of the suite, by their names in the folder. */
const PROGRAMS = {
  suite: "test/portability/main.ts",
  "killed-host": "test/portability/killed-host.ts",
  quickstart: "examples/quickstart/main.ts",
  "color-server": "examples/mcp/color-server.ts",
};

/** A folder with the programs of the suite, and the packed package among the packages of this repository. */
export interface Programs {
  readonly folder: string;
  dispose(): void;
}

/** Packs the package, unpacks it into a folder as an installation would, and bundles the suite beside it. */
export async function preparePrograms(): Promise<Programs> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "collet-machines-")));
  const packages = join(folder, "node_modules");
  mkdirSync(packages);
  for (const name of readdirSync(join(ROOT, "node_modules"))) {
    if (!name.startsWith("."))
      symlinkSync(join(ROOT, "node_modules", name), join(packages, name), "junction");
  }
  unpack(packages);
  await build({
    config: false,
    tsconfig: "tsconfig.built.json",
    entry: PROGRAMS,
    outDir: folder,
    format: "esm",
    outExtension: () => ({ js: ".mjs" }),
    target: "node20",
    platform: "node",
    external: [/^collet/],
    skipNodeModulesBundle: true,
    splitting: false,
    silent: true,
    dts: false,
    clean: false,
  });
  // With a package.json Deno looks for packages in node_modules.
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  cpSync(join(ROOT, "examples/quickstart/sample"), join(folder, "sample"), { recursive: true });
  cpSync(join(ROOT, "test/backends/local/language-servers/fake-server.mjs"), join(folder, "fake-server.mjs"));
  return { folder, dispose: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Unpacks the package that npm would publish. */
function unpack(packages: string): void {
  const options = { cwd: ROOT, encoding: "utf8", shell: process.platform === "win32" } as const;
  const packed = spawnSync(
    "npm",
    ["pack", "--json", "--ignore-scripts", "--pack-destination", packages],
    options,
  );
  const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
  const archive = join(packages, filename);
  const { status, stderr } = spawnSync("tar", ["-xzf", archive, "-C", packages], { encoding: "utf8" });
  if (status !== 0) throw new Error(`The package could not be unpacked: ${stderr}`);
  rmSync(archive);
  cpSync(join(packages, "package"), join(packages, "collet"), { recursive: true });
  rmSync(join(packages, "package"), { recursive: true });
}
