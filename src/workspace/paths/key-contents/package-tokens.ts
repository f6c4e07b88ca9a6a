/**
 * Names of settings files that hold a token of a package registry in some projects: npm-config(7), Yarn documentation,
 * Configuration.
 */
const NAMES: ReadonlySet<string> = new Set([".npmrc", "npmrc", ".yarnrc", ".yarnrc.yml"]);

/** Settings that hold a token or a password. In `.npmrc` the address of the registry and a colon precede them. */
const SETTINGS = ["_authToken", "_auth", "_password", "npmAuthToken", "npmAuthIdent"];

/**
 * Returns whether a settings file of npm or Yarn contains a token. A reference to a variable (`${NPM_TOKEN}`) is not one.
 *
 * @param name - the name of the file without its folder
 * @param head - the first bytes of the file as text
 */
export function holdsPackageToken(name: string, head: string): boolean {
  if (!NAMES.has(name.toLowerCase())) return false;
  return head.split("\n").some((line) => SETTINGS.some((setting) => setsToken(line.trim(), setting)));
}

function setsToken(line: string, setting: string): boolean {
  const start = line.indexOf(setting);
  if (start === -1 || line.startsWith("#") || line.startsWith(";")) return false;
  if (start > 0 && !/[:"']/.test(line.charAt(start - 1))) return false;
  const rest = line.slice(start + setting.length);
  if (!/^[\s=:"']/.test(rest)) return false;
  const value = rest.replace(/^[\s=:"']+/, "");
  return value !== "" && !value.startsWith("$");
}
