/** The part of a process that its threads may need. */
export interface ThreadHost {
  readonly versions: Readonly<Record<string, string | undefined>>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Returns the variables of a thread that needs no data of this process. Under Plug'n'Play of Yarn, packages are in archives, and only the
 * loader that `NODE_OPTIONS` names finds the program of a thread in them.
 */
export function threadEnvironment({ versions, env }: ThreadHost): Record<string, string> {
  const { NODE_OPTIONS } = env;
  return versions.pnp === undefined || NODE_OPTIONS === undefined ? {} : { NODE_OPTIONS };
}
