import type { JustBashEncoding, JustBashFileSystem } from "./just-bash-types.js";
import {
  type ArgumentKinds,
  argumentKind,
  CONTENT,
  OPTIONS,
  optional,
  requireArguments,
  TEXT,
} from "./session-arguments.js";

/** Encodings of the interface of just-bash. */
const ENCODINGS: readonly unknown[] = [
  "utf8",
  "utf-8",
  "ascii",
  "binary",
  "base64",
  "hex",
  "latin1",
] satisfies JustBashEncoding[];

const MODE = argumentKind(
  "an integer from 0",
  (value) => typeof value === "number" && Number.isInteger(value) && value >= 0,
);

const ENCODING = argumentKind(`one of ${ENCODINGS.join(", ")}`, (value) => ENCODINGS.includes(value));

const READ_OR_WRITE = argumentKind(
  `${ENCODING.expected}, or an object of options`,
  (value) => ENCODING.accepts(value) || OPTIONS.accepts(value),
);

const SOURCE_AND_TARGET = { source: TEXT, target: TEXT };

const ARGUMENTS: Readonly<Record<keyof JustBashFileSystem, ArgumentKinds>> = {
  readFile: { path: TEXT, encoding: optional(READ_OR_WRITE) },
  readFileBuffer: { path: TEXT },
  writeFile: { path: TEXT, content: CONTENT, encoding: optional(READ_OR_WRITE) },
  appendFile: { path: TEXT, content: CONTENT, encoding: optional(READ_OR_WRITE) },
  exists: { path: TEXT },
  stat: { path: TEXT },
  lstat: { path: TEXT },
  mkdir: { path: TEXT, options: optional(OPTIONS) },
  readdir: { path: TEXT },
  readdirWithFileTypes: { path: TEXT },
  rm: { path: TEXT, options: optional(OPTIONS) },
  cp: { ...SOURCE_AND_TARGET, options: optional(OPTIONS) },
  mv: SOURCE_AND_TARGET,
  resolvePath: { base: TEXT, path: TEXT },
  getAllPaths: {},
  chmod: { path: TEXT, mode: MODE },
  symlink: { target: TEXT, path: TEXT },
  link: { existing: TEXT, path: TEXT },
  readlink: { path: TEXT },
  realpath: { path: TEXT },
  utimes: { path: TEXT },
};

/** Functions whose result is not a promise. */
const AT_ONCE: readonly string[] = ["resolvePath", "getAllPaths"] satisfies (keyof JustBashFileSystem)[];

type Operation = (...parameters: unknown[]) => unknown;

/** Returns a file system whose functions check their arguments; those that return a promise reject instead of throwing. */
export function checkingJustBashFiles(files: JustBashFileSystem): JustBashFileSystem {
  const checked = Object.entries(ARGUMENTS).map(([name, kinds]) => {
    const call: Operation = (...parameters) => {
      requireArguments(name, parameters, kinds);
      return (files[name as keyof JustBashFileSystem] as Operation)(...parameters);
    };
    return [name, AT_ONCE.includes(name) ? call : async (...parameters: unknown[]) => call(...parameters)];
  });
  return Object.fromEntries(checked) as JustBashFileSystem;
}

/** Returns the encoding that a caller named. */
export function encodingOf(method: string, given: unknown): JustBashEncoding {
  const encoding: unknown = OPTIONS.accepts(given) ? Reflect.get(given as object, "encoding") : given;
  if (encoding === undefined || encoding === null) return "utf8";
  requireArguments(method, [encoding], { encoding: ENCODING });
  return encoding as JustBashEncoding;
}
