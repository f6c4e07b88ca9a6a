/** Arguments of this process that determine how modules are loaded, each with the form of its value. */
const LOADER_ARGUMENTS: readonly RegExp[] = [
  /^(?:--import|--require|-r|--loader|--experimental-loader|--conditions|-C)(?==|$)/,
  /^--(?:no-)?(?:experimental-)?(?:strip-types|transform-types|detect-module|require-module|default-type)(?==|$)/,
  /^--(?:no-)?experimental-(?:wasm-modules|import-meta-resolve)$/,
  /^--preserve-symlinks(?:-main)?$/,
];

const TAKES_VALUE = /^(?:--import|--require|-r|--loader|--experimental-loader|--conditions|-C)$/;

/**
 * Returns the arguments of a Node process that make a child load modules as the process itself does, for
 * example loaders for TypeScript. Excludes arguments of a debugger, which would wait for a connection.
 */
export function loaderArguments(processArguments: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < processArguments.length; at += 1) {
    const argument = processArguments[at] ?? "";
    if (!LOADER_ARGUMENTS.some((pattern) => pattern.test(argument))) continue;
    kept.push(argument);
    const value = processArguments[at + 1];
    if (TAKES_VALUE.test(argument) && value !== undefined) {
      kept.push(value);
      at += 1;
    }
  }
  return kept;
}

/** Returns `NODE_OPTIONS` without debugger options. */
export function loaderOptions(nodeOptions: string): string {
  return nodeOptions
    .split(/\s+/)
    .filter((option) => option !== "" && !option.startsWith("--inspect"))
    .join(" ");
}
