import { MCP_PREFIX, type Mode, TOOLBOX_PREFIX } from "./check-tool-permission.js";

/** The names under which a tool can be shown: its own, and its aliases with whether they have a schema. */
export interface ShownSubject {
  readonly name: string;
  readonly aliases: readonly { readonly name: string; readonly shown?: unknown }[];
}

/** The names under which modes show a tool. */
export interface ShownNames {
  /** Whether it is shown under its own name. */
  readonly own: boolean;
  /** The aliases with a schema under which it is shown. */
  readonly aliases: ReadonlySet<string>;
}

/**
 * Returns the names under which modes show a tool that they include. An alias with a schema is shown if all of them name it; the
 * tool itself is, if all of them name it or an alias without a schema, or none names anything that can be shown.
 */
export function shownNames(tool: ShownSubject, modes: readonly Pick<Mode, "includeTools">[]): ShownNames {
  const named = (name: string) => modes.every(({ includeTools }) => includeTools.includes(name));
  const isByPrefix = tool.name.startsWith(MCP_PREFIX) || tool.name.startsWith(TOOLBOX_PREFIX);
  if (modes.length === 0 || isByPrefix) return { own: true, aliases: new Set() };
  const aliases = tool.aliases.filter(({ name, shown }) => shown !== undefined && named(name));
  const plain = [tool, ...tool.aliases.filter(({ shown }) => shown === undefined)];
  const isNamed = modes.every(({ includeTools }) => plain.some(({ name }) => includeTools.includes(name)));
  return { own: isNamed || aliases.length === 0, aliases: new Set(aliases.map(({ name }) => name)) };
}
