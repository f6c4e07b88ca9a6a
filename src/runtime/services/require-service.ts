import { ToolError } from "../../contract/index.js";

/** The services that a tool may need, with the remedy for the host when one is missing. */
const SERVICES = {
  files: { what: "files", remedy: "Pass createToolRuntime a backend with files." },
  shell: { what: "a shell", remedy: "Pass createToolRuntime a backend with a shell." },
  search: { what: "a search", remedy: "Pass createToolRuntime a backend with a search." },
  pages: { what: "access to web pages", remedy: "Pass createToolRuntime a backend with pages." },
  webSearch: { what: "a search engine", remedy: "Pass one to createToolRuntime as webSearch." },
  subagents: {
    what: "a model for subagents",
    remedy: "Pass createToolRuntime a model, or kinds of subagents that bring one.",
  },
  threads: {
    what: "a thread store",
    remedy: "Pass one to createToolRuntime as threads, or a backend that has one.",
  },
  diagnostics: {
    what: "language servers",
    remedy: 'Pass createToolRuntime a backend with diagnostics, or remove languageServers: "off".',
  },
  repositories: {
    what: "copies of repositories",
    remedy: "Pass createToolRuntime a backend with repositories.",
  },
} as const;

/** The names of the services. */
export type ServiceName = keyof typeof SERVICES;

/** Stand-in for a missing service after a call has ended: the fence refuses its methods. */
export const NOTHING = new Proxy(
  {},
  {
    get: (_target, property) => (property === "then" ? undefined : () => ({})),
  },
);

/**
 * Returns the service that a tool asked for. If the runtime has none, throws a `not-supported` error with the remedy
 * for the host.
 */
export function requireService<Service>(
  toolName: string,
  name: ServiceName,
  service: Service | undefined,
): Service {
  if (service !== undefined) return service;
  const { what, remedy } = SERVICES[name];
  throw new ToolError(`The tool '${toolName}' needs ${what}, and this runtime has none. ${remedy}`, {
    code: "not-supported",
  });
}
