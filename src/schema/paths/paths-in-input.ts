import type { JsonSchema } from "../../contract/index.js";
import { isRecord } from "../../values/index.js";
import { isPathName } from "./path-name.js";
import { pathParameters } from "./path-parameters.js";
import { type SchemaView, viewOf } from "./schema-views.js";

/** Maximum number of paths of one input; more count as unknown. */
const MAX_PATHS = 1_000;

/** Maximum depth of objects and lists of an input; deeper ones count as unknown. */
const MAX_DEPTH = 32;

/** Maximum number of characters of a path: no supported system opens a longer one (`PATH_MAX` of Linux). */
const MAX_PATH_CHARACTERS = 4_096;

/** Maximum number of characters of a name in a path, on all supported file systems. */
const MAX_NAME_CHARACTERS = 255;

const PARENT_FOLDER = /(?:^|[\\/])\.\.(?:[\\/]|$)/;

/** Properties of an object in a parameter for files that contain its path: `file: { name, content }`. */
const NAMES_OF_FILES = new Set(["name", "uri"]);

/** The paths that an input names, as far as its schema shows. */
export interface InputPaths {
  /** Each path once, in order of occurrence. */
  readonly paths: readonly string[];
  /** The first parameter that is named like a path, but whose value does not show which paths it means. */
  readonly unknown?: string | undefined;
}

const NO_PATHS: InputPaths = Object.freeze({ paths: [] });

/**
 * Returns the paths in an input: the texts of parameters that the schema names like paths, even in lists and in nested
 * objects. Linear in the input.
 *
 * A text that no file system accepts as a path (with a NUL character, or too long) is not one, unless it contains `..`: then the
 * paths are unknown. A `file:` URL counts as its path.
 *
 * @example
 * pathsInInput({ files: [{ path: "a.txt" }] }, schema); // { paths: ["a.txt"] }
 */
export function pathsInInput(input: unknown, schema: JsonSchema): InputPaths {
  if (pathParameters(schema).length === 0) return NO_PATHS;
  const search: Search = { document: schema, views: new Map(), paths: new Set(), unknown: undefined };
  visit(input, { schemas: [schema], at: "", depth: 0, isPath: false }, search);
  const { paths, unknown } = search;
  return { paths: [...paths], unknown };
}

interface Search {
  readonly document: JsonSchema;
  readonly views: Map<readonly JsonSchema[], SchemaView>;
  readonly paths: Set<string>;
  unknown: string | undefined;
}

interface Position {
  readonly schemas: readonly JsonSchema[];
  /** The names of the parameters that lead here. */
  readonly at: string;
  readonly depth: number;
  /** Whether the parameter is named like a path. */
  readonly isPath: boolean;
}

function visit(value: unknown, position: Position, search: Search): void {
  if (typeof value === "string") {
    if (position.isPath) addPath(value, position, search);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  if (position.depth >= MAX_DEPTH) {
    search.unknown ??= position.at;
    return;
  }
  const view = cachedView(position.schemas, search);
  if (Array.isArray(value)) visitList(value, view, position, search);
  else if (isRecord(value)) visitObject(value, view, position, search);
}

/** Returns what schemas state about a value; the elements of a list share it. */
function cachedView(schemas: readonly JsonSchema[], { views, document }: Search): SchemaView {
  let view = views.get(schemas);
  if (view === undefined) {
    view = viewOf(document, schemas);
    views.set(schemas, view);
  }
  return view;
}

function visitList(
  list: readonly unknown[],
  { items }: SchemaView,
  position: Position,
  search: Search,
): void {
  const each = { ...position, schemas: items, depth: position.depth + 1 };
  for (const item of list) visit(item, each, search);
}

function visitObject(
  object: Readonly<Record<string, unknown>>,
  view: SchemaView,
  { at, depth, isPath }: Position,
  search: Search,
): void {
  let named = false;
  for (const [name, schemas] of view.properties) {
    if (!Object.hasOwn(object, name)) continue;
    const value = object[name];
    const isNamed = isPathName(name, view.properties) || (isPath && NAMES_OF_FILES.has(name));
    const isOwnPath = isNamed && !cachedView(schemas, search).isChoice;
    named ||= isOwnPath;
    visit(
      value,
      { schemas, at: at === "" ? name : `${at}.${name}`, depth: depth + 1, isPath: isOwnPath },
      search,
    );
  }
  // A map of files, for example: its keys may be paths or not.
  if (isPath && !named && Object.keys(object).length > 0) search.unknown ??= at;
}

function addPath(text: string, { at }: Position, search: Search): void {
  if (text === "") return;
  if (text.includes("\0") || text.length > MAX_PATH_CHARACTERS || hasLongName(text)) {
    // A tool that removes `..` before it opens the file would open another one.
    if (PARENT_FOLDER.test(text)) search.unknown ??= at;
    return;
  }
  if (search.paths.size >= MAX_PATHS) search.unknown ??= at;
  else search.paths.add(pathOfUrl(text) ?? text);
}

/** Returns whether a name in a path is longer than any file system stores. */
function hasLongName(text: string): boolean {
  return (
    text.length > MAX_NAME_CHARACTERS &&
    text.split(/[\\/]/).some(({ length }) => length > MAX_NAME_CHARACTERS)
  );
}

/** Returns the path of a `file:` URL, which many tools accept instead of a path. */
function pathOfUrl(text: string): string | undefined {
  if (!/^file:/i.test(text)) return undefined;
  try {
    return decodeURIComponent(new URL(text).pathname);
  } catch {
    return undefined;
  }
}
