import { createQuietController, ToolError, type ToolSession } from "../../contract/index.js";
import type { Discoverer, DiscoverOptions, Discovery, RunsPrograms } from "../../registry/index.js";
import { kindOf } from "../host/kind-of.js";
import { type MemberNames, readMembers } from "../host/read-members.js";
import type { RuntimeServices } from "../services/index.js";
import { askForFiles } from "./ask-for-files.js";

/** Loads the tools of a folder; the method of the runtime. */
export type DiscoverTools = (directory: string, options?: DiscoverOptions) => Promise<Discovery>;

const DISCOVER_OPTIONS: MemberNames<DiscoverOptions> = {
  trust: true,
  modules: true,
  programs: true,
  mayReplace: true,
  timeoutMs: true,
  signal: true,
};

/** Creates the `discover` method of a runtime. */
export function createDiscoverTools(
  services: RuntimeServices,
  session: ToolSession,
  track: <Value>(run: Promise<Value>) => Promise<Value>,
): DiscoverTools {
  let discoverer: Discoverer | undefined;

  const start = async (directory: string, options: DiscoverOptions): Promise<Discovery> => {
    const { modules, shell, files, name } = services.backend ?? {};
    const runsPrograms = shell?.runProgram === undefined ? undefined : (shell as RunsPrograms);
    if (files === undefined || (modules === undefined && runsPrograms === undefined)) {
      throw new ToolError(
        `Tools cannot be loaded from files here: ${name === undefined ? "the runtime has no backend" : `the backend '${name}' cannot run modules or programs`}. Use localBackend(), or define the tools in the host.`,
        { code: "not-supported" },
      );
    }
    if (services.disposal.aborted) {
      throw new ToolError("The runtime was disposed of. Create a new one.", { code: "runtime-disposed" });
    }
    const { createDiscoverer } = await import("../../registry/index.js");
    discoverer ??= createDiscoverer({
      registry: services.registry,
      files,
      modules,
      shell: runsPrograms,
      clock: services.clock,
      ask: (question) => askForFiles(question, { services, session }),
    });
    const { path } = files;
    const absolute = path.isAbsolute(directory) ? directory : path.join(session.cwd, directory);
    const ending = createQuietController();
    const end = () => ending.abort();
    const signals = [services.disposal, ...(options.signal === undefined ? [] : [options.signal])];
    for (const signal of signals) {
      if (signal.aborted) end();
      else services.aborts.add(signal, end);
    }
    try {
      const report = await discoverer.discover(absolute, { ...options, signal: ending.signal });
      return Object.freeze({
        ...report,
        reload: ({ signal }: Pick<DiscoverOptions, "signal"> = {}) =>
          discover(absolute, { ...withoutSignal(options), ...(signal !== undefined && { signal }) }),
      });
    } finally {
      for (const signal of signals) services.aborts.delete(signal, end);
    }
  };

  const discover: DiscoverTools = (directory, options) => {
    if (typeof directory !== "string" || directory === "") {
      return Promise.reject(
        new TypeError(`discover expects the path of a folder, but it got ${kindOf(directory)}.`),
      );
    }
    try {
      return track(
        start(directory, readMembers<DiscoverOptions>(options, "The options of discover", DISCOVER_OPTIONS)),
      );
    } catch (thrown) {
      return Promise.reject(thrown);
    }
  };
  return discover;
}

/** Returns the options without the signal, which belongs to one discovery only. */
function withoutSignal({ signal: _signal, ...rest }: DiscoverOptions): DiscoverOptions {
  return rest;
}
