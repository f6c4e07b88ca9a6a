/** The permission model of Node, if it is on: https://nodejs.org/api/permissions.html#permission-model. */
const { permission } = process as { readonly permission?: { has(scope: string): boolean } };

/**
 * Whether the permission model is on. It then refuses to sync a file and to change the mode or owner of an open one, even where it permits
 * all files.
 */
export const hasPermissionModel = permission !== undefined;

/** Returns whether the permission model forbids this process to start programs or threads. */
export function isForbidden(scope: "child" | "worker"): boolean {
  return permission?.has(scope) === false;
}
