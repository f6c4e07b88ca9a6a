import { Option } from "commander";
import { ampToolset, type Toolset } from "../toolsets/index.js";

/** The toolsets that can be named; the first is the default. */
const TOOLSETS: readonly Toolset[] = [ampToolset];

/** `--toolset <name>`. */
export function toolsetOption(): Option {
  const names = TOOLSETS.map(({ name }) => name);
  return new Option("--toolset <name>", "whose tools").choices(names).default(names[0]);
}

/** The toolset that `--toolset` names; the option has checked it. */
export function toolsetNamed(name: string): Toolset {
  return TOOLSETS.find((toolset) => toolset.name === name) ?? ampToolset;
}
