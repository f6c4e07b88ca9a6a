import type { AnyTool } from "../../contract/index.js";
import type { ToolRegistry } from "../tool-registry.js";
import type { DiscoveredTool, DiscoveryProblem, LoadedTool, MayReplace } from "./discovery.js";
import { exportOf, problemOf } from "./problem-of.js";

/** Registered tools that can be removed again. */
export interface AdoptedTools {
  readonly tools: readonly DiscoveredTool[];
  readonly problems: readonly DiscoveryProblem[];
  /** The same tools as objects of the registry. */
  readonly registered: readonly AnyTool[];
  /** Removes them, and restores the tools that they replaced. */
  withdraw(): void;
}

/** A function that undoes a change of the registry. */
type Undo = () => void;

/**
 * Registers tools one by one; a tool whose names are taken is skipped, the others are registered.
 *
 * A name is taken if a tool has it as its name or alias, in any case: a model that writes `bash` must reach
 * the tool that a rule about `Bash` refers to. External tools never take a name from each other; tools of the
 * host and built-in tools are replaced if the host allows it.
 *
 * @param isForeign - returns whether a registered tool is external as well
 */
export function adoptTools(
  registry: ToolRegistry,
  loaded: readonly LoadedTool[],
  {
    mayReplace,
    isForeign,
  }: { readonly mayReplace: MayReplace; readonly isForeign: (tool: AnyTool) => boolean },
): AdoptedTools {
  const tools: DiscoveredTool[] = [];
  const problems: DiscoveryProblem[] = [];
  const registered: AnyTool[] = [];
  const undone: Undo[] = [];
  for (const each of loaded) {
    const { file, kind, tool } = each;
    const about = { file, ...exportOf(each) };
    const owners = ownersOf(registry, tool);
    const stays = ({ owner }: Owner) => isForeign(owner) || registered.includes(owner);
    const refused = owners.find(stays) ?? owners.find(({ owner }) => !allows(mayReplace, owner));
    if (refused !== undefined) {
      problems.push({
        ...about,
        code: "name-taken",
        reason: takenReason(refused, { givesWay: !stays(refused) }),
      });
      continue;
    }
    const undo: Undo[] = [];
    try {
      for (const owner of owners) undo.push(makeRoom(registry, owner, tool));
      const replaced = registry.get(tool.name);
      registry.register(tool, { replace: true });
      undo.push(() => takeBack(registry, tool, replaced));
      undone.push(...undo);
      registered.push(tool);
      const replaces = owners.filter(({ wholly }) => wholly).map(({ owner }) => owner.name);
      tools.push({ name: tool.name, file, kind, ...(replaces.length > 0 && { replaces }) });
    } catch (error) {
      for (const step of undo.reverse()) step();
      problems.push(problemOf(error, about));
    }
  }
  return {
    tools,
    problems,
    registered,
    withdraw() {
      for (const step of undone.splice(0).reverse()) {
        try {
          step();
        } catch {
          // The host may have taken the name of the tool to restore in the meantime.
        }
      }
    },
  };
}

/** A tool that has a name of a new tool. */
interface Owner {
  readonly owner: AnyTool;
  /** Name of the new tool. */
  readonly name: string;
  /** Whether it is the owner's own name, not one of its aliases. */
  readonly wholly: boolean;
}

function ownersOf(registry: ToolRegistry, tool: AnyTool): readonly Owner[] {
  const wanted = new Map(registry.names(tool).map((name) => [name.toLowerCase(), name]));
  const owners: Owner[] = [];
  for (const owner of registry.list()) {
    const shared = registry.names(owner).find((name) => wanted.has(name.toLowerCase()));
    if (shared === undefined) continue;
    owners.push({
      owner,
      name: wanted.get(shared.toLowerCase()) ?? shared,
      wholly: shared === owner.name,
    });
  }
  return owners;
}

function allows(mayReplace: MayReplace, owner: AnyTool): boolean {
  return mayReplace === "all" || (mayReplace !== "none" && mayReplace.includes(owner.name));
}

/** Removes a conflicting tool: the whole tool if the name is its own, otherwise the aliases in question. */
function makeRoom(registry: ToolRegistry, { owner, wholly }: Owner, tool: AnyTool): Undo {
  // Replaced by the registration of the new tool, so that it keeps its position in the list.
  if (owner.name === tool.name) return () => {};
  if (wholly) {
    registry.unregister(owner);
    return () => registry.register(owner);
  }
  const wanted = new Set(registry.names(tool).map((name) => name.toLowerCase()));
  const aliases = owner.aliases.filter(({ name }) => !wanted.has(name.toLowerCase()));
  const without = Object.freeze({ ...owner, aliases });
  registry.register(without, { replace: true });
  return () => {
    if (registry.get(owner.name) === without) registry.register(owner, { replace: true });
  };
}

/** Keeps any change that the host made to the name in the meantime. */
function takeBack(registry: ToolRegistry, tool: AnyTool, replaced: AnyTool | undefined): void {
  if (registry.get(tool.name) !== tool) return;
  if (replaced === undefined) registry.unregister(tool);
  else registry.register(replaced, { replace: true });
}

function takenReason({ owner, name, wholly }: Owner, { givesWay }: { readonly givesWay: boolean }): string {
  const what = wholly ? `the tool "${owner.name}"` : `"${owner.name}", as an alias`;
  return `The name "${name}" is taken by ${what} (source: ${owner.source}). Use another name for this tool${
    givesWay ? `, or let the host allow it: mayReplace: ["${owner.name}"]` : ""
  }.`;
}
