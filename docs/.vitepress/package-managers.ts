/** A package manager and its commands. */
interface PackageManager {
  readonly name: string;
  /** Returns the command that installs packages. */
  readonly install: (packages: string) => string;
  /** Returns the command that runs a program of a package. */
  readonly execute: (command: string) => string;
}

const PACKAGE_MANAGERS: readonly PackageManager[] = [
  { name: "npm", install: (packages) => `npm install ${packages}`, execute: (command) => `npx ${command}` },
  {
    name: "pnpm",
    install: (packages) => `pnpm add ${packages}`,
    execute: (command) => `pnpm exec ${command}`,
  },
  { name: "yarn", install: (packages) => `yarn add ${packages}`, execute: (command) => `yarn ${command}` },
  { name: "bun", install: (packages) => `bun add ${packages}`, execute: (command) => `bunx ${command}` },
];

const INSTALL = "npm install ";
const EXECUTE = "npx ";

/** One tab of a block of commands. */
export interface CommandTab {
  readonly name: string;
  readonly code: string;
}

/**
 * Returns a block of commands for each package manager, or `undefined` if the block does not install packages. Blocks with another command of
 * npm, or with an option of `npm install`, have no counterpart.
 */
export function packageManagerTabs(code: string): readonly CommandTab[] | undefined {
  const lines = code.trimEnd().split("\n");
  if (!lines.some((line) => line.startsWith(INSTALL))) return undefined;
  const isTranslatable = lines.every(
    (line) => (line.startsWith(INSTALL) && !line.includes(" -")) || line.startsWith(EXECUTE),
  );
  if (!isTranslatable) return undefined;
  return PACKAGE_MANAGERS.map(({ name, install, execute }) => ({
    name,
    code: lines
      .map((line) =>
        line.startsWith(INSTALL) ? install(line.slice(INSTALL.length)) : execute(line.slice(EXECUTE.length)),
      )
      .join("\n"),
  }));
}
