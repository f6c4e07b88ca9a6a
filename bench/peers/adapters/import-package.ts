/**
 * Imports a package that `bench/peers` installs. The type checker does not see these packages, because a clone of the repository
 * does not install them.
 */
export async function importPackage<Module>(name: string): Promise<Module> {
  return (await import(name)) as Module;
}
