import { readFile, rm, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { type GetManualChunk, type GetModuleInfo, type OutputChunk, rollup } from "rollup";
import { BUNDLED_PACKAGES_SUFFIX, type BundledPackages } from "./bundled-packages.js";
import { chunkGroups } from "./chunk-groups.js";

/** The entry points that must load little, and those with parts in common with them. Adapters count as one, threads as one each. */
const LEAN_ENTRIES = {
  index: ["index"],
  core: ["core"],
  batching: ["batching"],
  truncation: ["truncation"],
  fuzzy: ["fuzzy"],
  permissions: ["permissions"],
  adapters: ["anthropic", "openai", "google", "otel"],
  code: ["code-worker"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The entry point that runs where there is no Node, and the name of what it loads on first use. */
const NEUTRAL_ENTRY = "core";
const LOADED_LATER = "later";

/**
 * Joins the chunks of a bundle, so that an entry point loads few files: Node spends as long on each file as on compiling 20,000 characters.
 *
 * The bundler divides the code by the entry points and parts that load it, which makes hundreds of chunks. Here the code of the main entry points
 * is divided by `chunkGroups`, and the rest by rollup. Rewrites the list of bundled packages.
 *
 * @param entries names of the entry points of the bundle, without `.js`
 */
export async function joinChunks(
  dist: string,
  { bundle, entries }: { readonly bundle: string; readonly entries: readonly string[] },
): Promise<void> {
  const list = join(dist, `${bundle}${BUNDLED_PACKAGES_SUFFIX}`);
  const packages = JSON.parse(await readFile(list, "utf8")) as BundledPackages;
  const input = Object.fromEntries(entries.map((name) => [name, resolve(dist, `${name}.js`)]));
  const build = await rollup({
    input,
    external: (id) => !/^[./]/.test(id) || !(basename(id) in packages),
    treeshake: { moduleSideEffects: false },
    onLog: (level, { message }) => {
      if (level === "warn") throw new Error(`The chunks of ${bundle} cannot be joined: ${message}`);
    },
  });
  const { output } = await build.generate({
    format: "es",
    manualChunks: groupsOf(input),
    entryFileNames: "[name].js",
    chunkFileNames: "chunk-[hash].js",
    hoistTransitiveImports: false,
    minifyInternalExports: true,
  });
  await build.close();
  const chunks = output.filter((file): file is OutputChunk => file.type === "chunk");
  await Promise.all(Object.keys(packages).map((file) => rm(join(dist, file), { force: true })));
  await Promise.all(chunks.map(({ fileName, code }) => writeFile(join(dist, fileName), code)));
  const joined = chunks.map(({ fileName, moduleIds }) => {
    const folders = moduleIds.flatMap((id) => packages[basename(id)] ?? []);
    return [fileName, [...new Set(folders)].sort()] as const;
  });
  await writeFile(list, JSON.stringify(Object.fromEntries(joined)));
}

/** Returns the function that names the group of a file. Entry points remain files, and so do parts that are only loaded on first use. */
function groupsOf(input: Readonly<Record<string, string>>): GetManualChunk {
  const entries = new Set(Object.values(input));
  const lean = Object.entries(LEAN_ENTRIES).map(([name, all]) => [
    name,
    all.map((entry) => input[entry] ?? ""),
  ]);
  let groups: ReadonlyMap<string, string> | undefined;
  return (id, { getModuleIds, getModuleInfo }) => {
    groups ??= chunkGroups(
      new Map(
        [...getModuleIds()].map((file) => {
          const { code, importedIds = [] } = getModuleInfo(file) ?? {};
          return [file, { size: code?.length ?? 0, imports: importedIds }];
        }),
      ),
      {
        ...Object.fromEntries(lean),
        [LOADED_LATER]: loadedLaterBy(input[NEUTRAL_ENTRY] ?? "", getModuleInfo),
      },
      [NEUTRAL_ENTRY, LOADED_LATER],
    );
    const group = groups.get(id);
    return entries.has(id) || group === LOADED_LATER ? undefined : group;
  };
}

/** Returns the files that a file loads with `import()`, also indirectly. */
function loadedLaterBy(file: string, getModuleInfo: GetModuleInfo): readonly string[] {
  const later = new Set<string>();
  const seen = new Set<string>();
  const waiting = [file];
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    if (seen.has(each)) continue;
    seen.add(each);
    const { importedIds = [], dynamicallyImportedIds = [] } = getModuleInfo(each) ?? {};
    for (const imported of dynamicallyImportedIds) later.add(imported);
    waiting.push(...importedIds, ...dynamicallyImportedIds);
  }
  return [...later];
}
