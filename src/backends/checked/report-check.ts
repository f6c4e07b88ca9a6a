import { amount, type Check, firstOf, flag, listOf, optional, record, text } from "./port-checks.js";

/** Most diagnostics in each list of a report of the host's port: some milliseconds of checks. */
const MAX_PORT_DIAGNOSTICS = 10_000;

const diagnostics = firstOf(
  MAX_PORT_DIAGNOSTICS,
  record({ path: text, line: amount, column: amount, severity: text, message: text }),
);
const FIELDS = { diagnostics, complete: flag, servers: listOf(text), problems: listOf(text) };

/** Requires a report of a server's findings; see {@link limited}. */
export const diagnosticsReport = limited(record(FIELDS));

/** Requires a report of the findings after a change; see {@link limited}. */
export const changeReport = limited(
  record({ ...FIELDS, elsewhere: diagnostics, unclear: optional(diagnostics) }),
);

/** Keeps the first diagnostics of each list. A report that had more states it among its problems. */
function limited(check: Check): Check {
  return (value, label) => {
    const report = check(value, label) as { readonly problems: readonly string[] };
    const { diagnostics, elsewhere, unclear } = value as Readonly<
      Record<string, { length: number } | undefined>
    >;
    const longest = Math.max(...[diagnostics, elsewhere, unclear].map((list) => list?.length ?? 0));
    if (longest <= MAX_PORT_DIAGNOSTICS) return report;
    const omitted = `Only the first ${MAX_PORT_DIAGNOSTICS} of ${longest} diagnostics were used.`;
    return { ...report, problems: [...report.problems, omitted] };
  };
}
