import { Option } from "commander";
import {
  toolsetNamed as namedToolset,
  TOOLSETS,
  type Toolset,
  type ToolsetName,
} from "../../toolsets/index.js";

/** Returns the option `--toolset <name>`. */
export function toolsetOption(): Option {
  const names = Object.keys(TOOLSETS);
  return new Option("--toolset <name>", "toolset to use").choices(names).default(names[0]);
}

/** Returns the toolset that `--toolset` names; the option has checked it. */
export function toolsetNamed(name: string): Toolset {
  return namedToolset(name as ToolsetName);
}
