import type { AnyTool } from "../../contract/index.js";
import type { ToolRegistry } from "../tool-registry.js";
import type { DiscoveredTool, DiscoveryProblem, LoadedTool, MayReplace } from "./discovery.js";
import { exportOf, problemOf } from "./problem-of.js";

/** Tools in the registry that can be taken out again. */
export interface AdoptedTools {
  readonly tools: readonly DiscoveredTool[];
  readonly problems: readonly DiscoveryProblem[];
  /** The same tools, as they are in the registry. */
  readonly registered: readonly AnyTool[];
  /** Takes them out, and puts back what they stood in for. */
  withdraw(): void;
}

/** A change of the registry that can be taken back. */
type Undo = () => void;

/**
 * Registers tools one by one; one whose names are taken is left out, the others stay.
 *
 * A name is taken when a tool has it, as its name or alias and in whatever case: a model that writes `bash` must reach the
 * tool that a rule about `Bash` is about. Tools that came from outside never take a name from each other; those of the host
 * and the built-in ones give way where the host says so.
 *
 * @param isForeign - whether a registered tool came from outside as well
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
      problems.push({ ...about, code: "name-taken", reason: takenReason(refused, !stays(refused)) });
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
          // What was to come back finds its name taken: by the host, which may do that.
        }
      }
    },
  };
}

/** A tool that has a name of a new one. */
interface Owner {
  readonly owner: AnyTool;
  /** Of the new tool. */
  readonly name: string;
  /** Whether it is the owner's own name, and not an alias of it. */
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

/** Takes a tool out of the way: the whole tool where the name is its own, else the aliases that are meant. */
function makeRoom(registry: ToolRegistry, { owner, wholly }: Owner, tool: AnyTool): Undo {
  // Replaced when the new one is registered, so that it keeps its place in the list.
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

/** Whatever the host did with the name in the meantime stays as it is. */
function takeBack(registry: ToolRegistry, tool: AnyTool, replaced: AnyTool | undefined): void {
  if (registry.get(tool.name) !== tool) return;
  if (replaced === undefined) registry.unregister(tool);
  else registry.register(replaced, { replace: true });
}

function takenReason({ owner, name, wholly }: Owner, givesWay: boolean): string {
  const what = wholly ? `the tool "${owner.name}"` : `"${owner.name}", as an alias`;
  return `The name "${name}" is taken by ${what} (source: ${owner.source}). Give this one another name${
    givesWay ? `, or have the host allow it: mayReplace: ["${owner.name}"]` : ""
  }.`;
}
