import type { CommandConfinement, Shell, Workspace } from "../../contract/index.js";

/**
 * Returns the shell of a call that ran without a question: it limits every command of the tool to the confinement of
 * the call.
 */
export function confinedShell(
  shell: Shell,
  confinement: CommandConfinement,
  workspace: Workspace | undefined,
): Shell {
  const limits = {
    ...confinement,
    roots: workspace?.roots ?? [],
    ...(workspace?.secretPaths !== undefined && {
      secretPaths: async () => (await workspace.secretPaths?.()) ?? [],
    }),
  };
  const { runProgram, nativePath, takesInput, description } = shell;
  return {
    run: (request) => shell.run({ ...request, confinement: limits }),
    ...(takesInput !== undefined && { takesInput }),
    get languages() {
      return shell.languages;
    },
    description,
    ...(runProgram !== undefined && {
      runProgram: (request) => runProgram.call(shell, { ...request, confinement: limits }),
    }),
    ...(nativePath !== undefined && { nativePath: (path) => nativePath.call(shell, path) }),
  };
}

/** Returns the combined limits of two judges. */
export function bothConfinements(
  one: CommandConfinement | undefined,
  other: CommandConfinement | undefined,
): CommandConfinement | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return {
    readOnly: one.readOnly || other.readOnly,
    programs: [...new Set([...one.programs, ...other.programs])].sort(),
    ...((one.sandboxed === true || other.sandboxed === true) && { sandboxed: true as const }),
    ...(one.usesAccount === true && other.usesAccount === true && { usesAccount: true as const }),
  };
}
