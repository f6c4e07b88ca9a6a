import { ToolError } from "../../contract/index.js";

/** What a tool can need of its runtime, in words, and what a host gives to have it. */
const SERVICES = {
  files: { what: "files", remedy: "Give createToolRuntime a backend with files." },
  shell: { what: "a shell", remedy: "Give createToolRuntime a backend with a shell." },
  search: { what: "a search", remedy: "Give createToolRuntime a backend with a search." },
  pages: { what: "access to web pages", remedy: "Give createToolRuntime a backend with pages." },
  webSearch: { what: "a search engine", remedy: "Give createToolRuntime one as webSearch." },
  subagents: {
    what: "a model for subagents",
    remedy: "Give createToolRuntime a model, or kinds of subagents that bring one.",
  },
  threads: {
    what: "a thread store",
    remedy: "Give createToolRuntime one as threads, or a backend that has one.",
  },
  diagnostics: {
    what: "language servers",
    remedy: 'Give createToolRuntime a backend with diagnostics, or leave out languageServers: "off".',
  },
  repositories: {
    what: "copies of repositories",
    remedy: "Give createToolRuntime a backend with repositories.",
  },
} as const;

/** The names of the services. */
export type ServiceName = keyof typeof SERVICES;

/** Stands in for a service that is missing after the end of a call: its methods lead to nothing, and the fence refuses them. */
export const NOTHING = new Proxy(
  {},
  {
    get: (_target, property) => (property === "then" ? undefined : () => ({})),
  },
);

/** The service a tool asked for; where the runtime has none, a `not-supported` that says what the host can do. */
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
