import {
  type ApprovalStore,
  type Backend,
  type CallingBackend,
  describeThrown,
  GUARANTEE_LEVELS,
  type Shell,
  type ThreadStore,
  type Trash,
} from "../../contract/index.js";
import { checkedFiles } from "./checked-files.js";
import { checkedPort, type PortFunction } from "./checked-port.js";
import { isOwnPort } from "./own-ports.js";
import {
  amount,
  anything,
  bytes,
  type Check,
  flag,
  listOf,
  nothing,
  object,
  oneOf,
  optional,
  record,
  text,
} from "./port-checks.js";
import { changeReport, diagnosticsReport } from "./report-check.js";

const now = (check: Check): PortFunction => ({ returns: "now", check });
const later = (check: Check): PortFunction => ({ returns: "later", check });
const each = (check: Check): PortFunction => ({ returns: "each", check });
const maybe = (declared: PortFunction): PortFunction => ({ ...declared, optional: true });

const fileLock: Check = (value, label) => {
  const lock = object(value, label) as { readonly compromised?: unknown };
  const checked = checkedPort<object>(lock, `${label}()`, { release: later(nothing) });
  // The state of a lock changes while it is held; one that cannot be read is not held.
  const compromised = () => {
    try {
      return lock.compromised !== false;
    } catch {
      return true;
    }
  };
  return Object.defineProperty(checked, "compromised", { get: compromised, enumerable: true });
};

const logEntry: Check = (value, label) => {
  const entry = record({ id: text, paths: listOf(text), text })(value, label) as object;
  return Object.assign(
    entry,
    checkedPort<object>(value as object, `${label}()`, { update: later(nothing), remove: later(nothing) }),
  );
};

const outcome = record({
  exitCode: (value, label) => (value === null ? null : amount(value, label)),
  reason: oneOf("exit", "timeout", "inactivity", "abort"),
  durationMs: amount,
});

const summary = {
  id: text,
  project: text,
  title: text,
  createdAt: amount,
  updatedAt: amount,
  entryCount: amount,
};
const threadEntry = record({ role: oneOf("user", "assistant", "tool"), text, at: amount });

const THREADS = {
  append: later(nothing),
  read: later(optional(record({ ...summary, entries: listOf(threadEntry), tornEntries: amount }))),
  find: later(listOf(record({ ...summary, excerpts: listOf(text) }))),
};

const APPROVALS = { key: later(bytes), spend: later(flag) };

/** The functions of each port except the files; outputs are checked where they are opened. */
const PORTS: Readonly<Partial<Record<string, Readonly<Record<string, PortFunction>>>>> = {
  locks: { acquire: later(fileLock) },
  intentLog: {
    write: later(logEntry),
    find: later(listOf(logEntry)),
    findForRead: maybe(later(listOf(logEntry))),
  },
  trash: { takes: later(flag), reserve: later(optional(text)) },
  approvals: APPROVALS,
  shell: {
    run: later(outcome),
    runProgram: maybe(later(outcome)),
    nativePath: maybe(now(text)),
    endUnlessRenewed: maybe(now(nothing)),
  },
  search: {
    files: each(text),
    text: each(record({ kind: oneOf("match", "context"), path: text, line: amount, text })),
    count: maybe(each(record({ path: text, count: amount }))),
  },
  modules: { importModule: later(object) },
  pages: { read: later(record({ url: text, fetchedAt: amount, notes: listOf(text), mediaType: text })) },
  threads: THREADS,
  syntax: { errors: later(optional(listOf(record({ line: amount, column: amount, message: text })))) },
  textThreads: { compute: later(anything) },
  diagnostics: {
    afterChange: later(changeReport),
    current: later(diagnosticsReport),
    afterRead: maybe(now(nothing)),
  },
  repositories: {
    plan: now(record({ url: text, command: text, hosts: listOf(text) })),
    fetch: later(record({ path: text, commit: text, origin: oneOf("cloned", "kept") })),
  },
  calls: { open: now(object) },
};

const NAMES = [
  "name",
  "files",
  "locks",
  "intentLog",
  "trash",
  "approvals",
  "shell",
  "search",
  "outputs",
  "modules",
  "pages",
  "threads",
  "syntax",
  "textThreads",
  "diagnostics",
  "repositories",
  "calls",
] as const satisfies readonly (keyof CallingBackend)[];

/**
 * Returns a backend whose values are checked, so that a fault of the host's ports fails the call that met it, by the
 * name of the port. Ports of this library are used unchanged.
 */
export function checkedBackend(backend: Backend): Backend {
  // Anything else is refused with the other options.
  if (typeof backend !== "object" || backend === null) return backend;
  const checked: Record<string, unknown> = {};
  for (const name of NAMES) {
    const port: unknown = (backend as Partial<CallingBackend>)[name];
    if (port === undefined) continue;
    try {
      checked[name] = isForeign(port) ? checkedPortOf(backend, name) : port;
    } catch (thrown) {
      throw new TypeError(`backend '${backend.name}', ${name} cannot be used: ${describeThrown(thrown)}.`);
    }
  }
  if (backend.guarantees !== undefined) checked.guarantees = checkedGuarantees(backend);
  if (backend.dispose !== undefined) checked.dispose = () => backend.dispose?.();
  return checked as unknown as Backend;
}

const guarantees = record(
  Object.fromEntries(Object.entries(GUARANTEE_LEVELS).map(([name, levels]) => [name, oneOf(...levels)])),
);

function checkedGuarantees(backend: Backend): unknown {
  try {
    return guarantees(backend.guarantees, "guarantees");
  } catch (thrown) {
    throw new TypeError(`backend '${backend.name}', guarantees cannot be used: ${describeThrown(thrown)}.`);
  }
}

/** Ports that a host may pass as options. */
interface HostPorts {
  readonly backend?: Backend;
  readonly approvals?: ApprovalStore;
  readonly threads?: ThreadStore | false;
}

/** Returns the ports among the options of a host, checked; see {@link checkedBackend}. */
export function checkedPorts({ backend, approvals, threads }: HostPorts): HostPorts {
  return {
    ...(backend !== undefined && { backend: checkedBackend(backend) }),
    ...(isForeign(approvals) && { approvals: checkedOption(approvals, "approvals", APPROVALS) }),
    ...(isForeign(threads) && { threads: checkedOption(threads, "threads", THREADS) }),
  };
}

function checkedOption<Port extends object>(
  port: Port,
  name: string,
  functions: Readonly<Record<string, PortFunction>>,
): Port {
  try {
    return checkedPort(port, name, functions);
  } catch {
    // An option that lacks a function is refused with the other options.
    return port;
  }
}

function isForeign<Port>(port: Port): port is Port & object {
  return typeof port === "object" && port !== null && !isOwnPort(port);
}

function checkedPortOf(backend: Backend, name: (typeof NAMES)[number]): unknown {
  const label = `backend '${backend.name}', ${name}`;
  if (name === "files") return checkedFiles(backend.files, label);
  const functions = PORTS[name];
  const port: unknown = (backend as Partial<CallingBackend>)[name];
  // Outputs are checked where they are opened.
  if (functions === undefined) return port;
  const checked = checkedPort(port as object, label, functions);
  return name === "shell" || name === "trash" ? withFields(checked, port as Shell & Trash) : checked;
}

/** Adds the fields of a shell or a trash that are not functions. */
function withFields(
  checked: object,
  { languages, description, takesInput, confinesCommands, limits }: Partial<Shell & Trash>,
): object {
  return Object.assign(checked, {
    languages,
    description,
    takesInput,
    confinesCommands,
    limits,
  });
}
