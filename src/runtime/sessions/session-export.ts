import {
  type Clock,
  describeThrown,
  ignoreRejectionsIn,
  type JsonValue,
  type NameLists,
  type PermissionRule,
  type SessionState,
  ToolError,
  type ToolSession,
  type Workspace,
} from "../../contract/index.js";
import { checkRules } from "../../permissions/index.js";
import { loadedToolsState } from "../../registry/index.js";
import { isRecord } from "../../values/index.js";
import { copyJsonInSteps } from "../host/copy-json.js";
import { inTime } from "../host/in-time.js";
import { isHostObject, kindOf } from "../host/kind-of.js";
import { readMembers } from "../host/read-members.js";
import { MAX_STATE_MS } from "../values/index.js";
import { MAX_ID_CHARACTERS, SESSION_OPTIONS } from "./require-session.js";
import { addSessionGrants, type RuntimeSession, type SessionOptions, sessionGrants } from "./session.js";

/** Version of the format of an exported session; any other version is refused. */
const EXPORT_VERSION = 1;

/** Bytes that each part of an exported session may have. */
const DEFAULT_MAX_BYTES = 4_194_304;

/** Number of grants that a session may import. */
const MAX_GRANTS = 10_000;

/** The name under which an export counts the grants that it omitted. */
const GRANTS = "grants";

/** Number of omitted paths that an export names for each part. */
const MAX_OMITTED_PATHS = 100;

/** The state of a session as JSON. The receiver must trust it only as much as the source that it comes from. */
export interface ExportedSession {
  readonly version: typeof EXPORT_VERSION;
  readonly id: string;
  /** The cwd relative to the runtime's cwd, with `/`; absent if it is not below it. */
  readonly cwd?: string;
  /** The session's grants. */
  readonly grants: readonly PermissionRule[];
  /** The state that each part of the runtime keeps for the session, by the part's name. */
  readonly states: Readonly<Record<string, JsonValue>>;
  /**
   * Entries that the export omitted, by the part's name (`grants` for the oldest grants of more than 10,000); absent if nothing is missing. An entry is omitted when it
   * lies outside the runtime's cwd, when it exceeds the limit of the part, and when no import would accept it.
   */
  readonly omitted?: Readonly<Record<string, OmittedEntries>>;
}

/** Entries of one part that an export omitted. */
export interface OmittedEntries {
  readonly count: number;
  /**
   * Relative paths of the entries below the runtime's cwd, at most 100. Names of entries outside it are not exported.
   */
  readonly paths: readonly string[];
}

/** Options of an export. */
export interface ExportSessionOptions {
  /** Bytes that each part may have; the undo journal omits its oldest changes first. Default 4 MiB. */
  readonly maxBytes?: number;
}

/** Options of an import. */
export interface ImportSessionOptions extends SessionOptions {
  /**
   * The treatment of the session's grants. `"drop"` (default): the user is asked again. `"accept"`: for an export
   * from a source as trusted as this program; only grants that allow are imported, and rules that deny still take
   * precedence.
   */
  readonly grants?: "accept" | "drop";
}

/** The services of a runtime that export and import need. */
export interface TravelServices {
  readonly states: readonly SessionState[];
  readonly root: string;
  readonly separator: string;
  readonly clock: Clock;
  open(options: SessionOptions): RuntimeSession;
}

/** The session states of every runtime, in addition to those of its workspace and its host. */
const RUNTIME_STATES: readonly SessionState[] = [loadedToolsState];

/** Exports the state of a session. */
export async function exportSession(
  session: ToolSession,
  options: ExportSessionOptions | undefined,
  { states, root, separator, clock }: TravelServices,
): Promise<ExportedSession> {
  const { maxBytes = DEFAULT_MAX_BYTES } = readMembers<ExportSessionOptions>(
    options,
    "The options of exportSession",
    { maxBytes: true },
  );
  if (!Number.isSafeInteger(maxBytes) || maxBytes < 1) {
    throw new RangeError(`maxBytes must be an integer above 0, but it is ${kindOf(maxBytes)}.`);
  }
  if (session.id === "" || session.id.length > MAX_ID_CHARACTERS) {
    throw new RangeError(
      `The id of an exported session must be a string of 1 to ${MAX_ID_CHARACTERS} characters, but it has ${session.id.length}.`,
    );
  }
  // Entries instead of an object, because a part may have the name `__proto__`.
  const exported: [string, JsonValue][] = [];
  const omitted = new Map<string, { count: number; readonly paths: string[] }>();
  for (const { name, export: exportState } of states) {
    const omit = (path?: unknown) => {
      const entries = omitted.get(name) ?? { count: 0, paths: [] };
      omitted.set(name, entries);
      entries.count += 1;
      if (typeof path === "string" && entries.paths.length < MAX_OMITTED_PATHS) entries.paths.push(path);
    };
    try {
      const what = `The part '${name}' of the session`;
      const exporting = (async () => exportState(session, { root, maxBytes, omit }))();
      const state = await inTime(exporting, { clock, limitMs: MAX_STATE_MS, what });
      if (state !== undefined) exported.push([name, await jsonOf(state)]);
    } catch (thrown) {
      if (ToolError.isInstance(thrown)) throw thrown;
      throw new ToolError(
        `The session cannot be exported: its part '${name}' failed: ${describeThrown(thrown)}.`,
      );
    }
  }
  // The session's own grants only; those of a parent session stay with the parent.
  const grants = sessionGrants(session, session).filter(({ verdict }) => verdict === "allow");
  const omittedGrants = grants.length - MAX_GRANTS;
  if (omittedGrants > 0) {
    const { count = 0, paths = [] } = omitted.get(GRANTS) ?? {};
    omitted.set(GRANTS, { count: count + omittedGrants, paths });
  }
  const below = belowRoot(root, session.cwd, separator);
  // A cwd that an import would refuse is omitted; the session then starts in the root.
  const cwd = below !== undefined && staysBelow(below) ? below : undefined;
  return {
    version: EXPORT_VERSION,
    id: session.id,
    ...(cwd !== undefined && { cwd }),
    grants: grants.slice(-MAX_GRANTS),
    states: Object.fromEntries(exported),
    ...(omitted.size > 0 && { omitted: Object.fromEntries(omitted) }),
  };
}

/**
 * Opens a session with the state of an exported one. Throws `invalid-input` for a value that is not such an export,
 * and then leaves no state.
 */
export async function importSession(
  exported: unknown,
  how: ImportSessionOptions | undefined,
  { states, root, open, clock }: TravelServices,
): Promise<RuntimeSession> {
  const names: NameLists = new WeakMap();
  ignoreRejectionsIn(exported, { names });
  const { grants = "drop", ...options } = readMembers<ImportSessionOptions>(
    how,
    "The options of importSession",
    { ...SESSION_OPTIONS, grants: true },
  );
  if (grants !== "accept" && grants !== "drop") {
    throw new RangeError(`grants must be "accept" or "drop", but it is ${kindOf(grants)}.`);
  }
  const read = readExport(await plainJson(exported, names));
  for (const name of Object.keys(read.states)) {
    if (!states.some((state) => state.name === name)) {
      throw invalid(`it contains the part '${name}', which this runtime does not have`);
    }
  }
  const session = open({
    ...(read.cwd !== undefined && { cwd: read.cwd === "" ? root : read.cwd }),
    id: read.id,
    ...options,
  });
  try {
    for (const { name, import: importState } of states) {
      if (!Object.hasOwn(read.states, name)) continue;
      const what = `The part '${name}' of the session`;
      const state = read.states[name];
      const importing = (async () => importState(session, state, { root, maxBytes: DEFAULT_MAX_BYTES }))();
      await inTime(importing, { clock, limitMs: MAX_STATE_MS, what });
    }
    if (grants === "accept") addSessionGrants(session, read.grants);
    return session;
  } catch (thrown) {
    await session[Symbol.asyncDispose]();
    throw ToolError.isInstance(thrown) ? thrown : invalid(describeThrown(thrown));
  }
}

/**
 * Returns a copy as JSON: it contains no getter, proxy or list with holes, and the caller cannot change what was
 * checked.
 */
async function plainJson(exported: unknown, names: NameLists): Promise<unknown> {
  if (!isHostObject(exported)) throw invalid(`it is not an object, but ${kindOf(exported)}`);
  try {
    return await copyJsonInSteps(exported, names);
  } catch (thrown) {
    throw invalid(`it cannot be written as JSON: ${describeThrown(thrown)}`);
  }
}

function readExport(value: unknown): ExportedSession {
  if (!isRecord(value)) throw invalid("it is not an object");
  const { version, id, cwd, grants = [], states = {} } = value;
  if (version !== EXPORT_VERSION) {
    throw invalid(
      `its version is ${JSON.stringify(version) ?? "missing"}, and this runtime reads version ${EXPORT_VERSION}`,
    );
  }
  if (typeof id !== "string" || id === "" || id.length > MAX_ID_CHARACTERS) throw invalid("it has no id");
  if (cwd !== undefined && !(typeof cwd === "string" && staysBelow(cwd))) {
    throw invalid("its cwd is not a path below the workspace");
  }
  if (!isRecord(states)) throw invalid("its states are not an object");
  return {
    version: EXPORT_VERSION,
    id,
    ...(cwd !== undefined && { cwd }),
    grants: readGrants(grants),
    states: states as ExportedSession["states"],
  };
}

function readGrants(value: unknown): readonly PermissionRule[] {
  if (!Array.isArray(value) || value.length > MAX_GRANTS) throw invalid("its grants are not a list of rules");
  try {
    const rules = checkRules(value as readonly PermissionRule[]);
    if (rules.every(({ verdict }) => verdict === "allow")) return rules;
  } catch (thrown) {
    throw invalid(describeThrown(thrown));
  }
  throw invalid("one of its grants does not allow anything");
}

async function jsonOf(state: unknown): Promise<JsonValue> {
  const copy = await copyJsonInSteps(state);
  if (copy === undefined) throw new TypeError("it returned a value that JSON cannot represent");
  return copy as JsonValue;
}

function belowRoot(root: string, path: string, separator: string): string | undefined {
  if (path === root) return "";
  const start = root.endsWith(separator) ? root : root + separator;
  return path.startsWith(start) ? path.slice(start.length).split(separator).join("/") : undefined;
}

function staysBelow(path: string): boolean {
  if (path === "") return true;
  return (
    !/[\0\\]|^[a-zA-Z]:|^~/.test(path) &&
    path.split("/").every((part) => part !== "" && part !== "." && part !== "..")
  );
}

function invalid(reason: string): ToolError {
  return new ToolError(`The exported session cannot be used: ${reason}.`, { code: "invalid-input" });
}

/**
 * Returns the session states that can be exported. Every part needs a unique name: two parts with one name would read
 * each other's state.
 */
export function sessionStatesOf({
  workspace,
  sessionStates = [],
}: {
  readonly workspace?: Workspace;
  readonly sessionStates?: readonly SessionState[];
}): readonly SessionState[] {
  const states = [...RUNTIME_STATES, ...(workspace?.sessionStates ?? []), ...sessionStates];
  const twice = states.find(({ name }, index) => states.findIndex((other) => other.name === name) < index);
  if (twice === undefined) return states;
  throw new RangeError(`sessionStates: two parts have the name '${twice.name}'. Rename one of them.`);
}
