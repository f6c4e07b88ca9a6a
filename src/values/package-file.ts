/** Where a module runs. */
export interface ModuleLocation {
  /** `import.meta.url` of the module; undefined in a bundle of CommonJS modules. */
  readonly here: string | undefined;
  /** Path of its source in `src/`. */
  readonly source: string;
}

/**
 * Returns the location of a file of the built package, which is beside the code there. When the module runs from its source, as in the
 * tests, the file is in `dist/`: build the package first.
 *
 * @returns undefined where code has no location. In any other bundle the file may be missing.
 */
export function packageFile(name: string, { here, source }: ModuleLocation): URL | undefined {
  if (here === undefined) return undefined;
  const isSource = here.endsWith(`/src/${source}`);
  return new URL(isSource ? `${"../".repeat(source.split("/").length)}dist/${name}` : `./${name}`, here);
}
