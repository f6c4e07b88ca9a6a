import type { PathOperations } from "../../contract/index.js";

/**
 * POSIX path operations without Node built-ins: the results equal those of `node:path/posix`, with `/` as the
 * working directory for relative paths of `relative`.
 */
export const posixPath: PathOperations = {
  sep: "/",
  isAbsolute: (path) => path.startsWith("/"),
  join: (...segments) => normalize(segments.filter((segment) => segment !== "").join("/")),
  dirname,
  basename,
  extname,
  relative,
  normalize,
};

function normalize(path: string): string {
  if (path === "") return ".";
  const isAbsolute = path.startsWith("/");
  const names: string[] = [];
  for (const name of path.split("/")) {
    if (name === "" || name === ".") continue;
    const last = names.at(-1);
    if (name !== "..") names.push(name);
    else if (last !== undefined && last !== "..") names.pop();
    else if (!isAbsolute) names.push(name);
  }
  const joined = names.join("/") + (path.endsWith("/") && names.length > 0 ? "/" : "");
  if (isAbsolute) return `/${joined}`;
  if (joined !== "") return joined;
  return path.endsWith("/") ? "./" : ".";
}

function dirname(path: string): string {
  const end = endWithoutSlashes(path);
  const slash = path.lastIndexOf("/", end - 1);
  if (end === 0) return path.startsWith("/") ? "/" : ".";
  if (slash === -1) return ".";
  // Two leading slashes have a separate meaning in POSIX, and `node:path` keeps them.
  if (slash === 1 && path.startsWith("//")) return "//";
  return slash === 0 ? "/" : path.slice(0, slash);
}

function basename(path: string, suffix = ""): string {
  if (suffix !== "" && suffix === path) return "";
  const end = endWithoutSlashes(path);
  const name = path.slice(path.lastIndexOf("/", end - 1) + 1, end);
  if (end === 0) return "";
  return suffix !== "" && name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
}

function extname(path: string): string {
  const name = basename(path);
  const dot = name.lastIndexOf(".");
  return dot <= 0 || name === ".." ? "" : name.slice(dot);
}

function relative(from: string, to: string): string {
  const fromNames = namesOf(from);
  const toNames = namesOf(to);
  let shared = 0;
  while (shared < fromNames.length && fromNames[shared] === toNames[shared]) shared += 1;
  return [...fromNames.slice(shared).map(() => ".."), ...toNames.slice(shared)].join("/");
}

function namesOf(path: string): string[] {
  return normalize(`/${path}`)
    .split("/")
    .filter((name) => name !== "");
}

function endWithoutSlashes(path: string): number {
  let end = path.length;
  while (end > 0 && path[end - 1] === "/") end -= 1;
  return end;
}
