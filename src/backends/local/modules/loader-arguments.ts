/** Arguments of this process that decide how modules load; each with how it takes its value. */
const LOADER_ARGUMENTS: readonly RegExp[] = [
  /^(?:--import|--require|-r|--loader|--experimental-loader|--conditions|-C)(?==|$)/,
  /^--(?:no-)?(?:experimental-)?(?:strip-types|transform-types|detect-module|require-module|default-type)(?==|$)/,
  /^--(?:no-)?experimental-(?:wasm-modules|import-meta-resolve)$/,
  /^--preserve-symlinks(?:-main)?$/,
];

const TAKES_VALUE = /^(?:--import|--require|-r|--loader|--experimental-loader|--conditions|-C)$/;

/**
 * Of the arguments of a Node process those with which a child loads modules as the process itself does: loaders for
 * TypeScript, for example. Never those of a debugger, which would wait for somebody.
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

/** `NODE_OPTIONS` without what belongs to a debugger. */
export function loaderOptions(nodeOptions: string): string {
  return nodeOptions
    .split(/\s+/)
    .filter((option) => option !== "" && !option.startsWith("--inspect"))
    .join(" ");
}
