/**
 * Prefix of the line that reports the result of a trial; a random text follows, so that no output is mistaken
 * for it.
 */
export const TRIAL_MARK = "collet-trial ";

/** Result of a trial. */
export type TrialReport =
  | { readonly outcome: "loaded" }
  | {
      readonly outcome: "failed";
      readonly name: string;
      readonly message: string;
      /** The code of an error of Node. */
      readonly code?: string;
    };

/**
 * The program of a trial: imports the module of its first argument, waits one iteration of the event loop for
 * errors outside the import's promise, and reports with the mark of its second argument.
 *
 * It takes references to everything it needs before the import, because a module may replace globals. A
 * monitor reports the last error, so Node still prints it with its location; Bun and Deno have no monitor for
 * the error of an import. The two arguments are the last ones: Deno puts the program before them.
 */
export const TRIAL_PROGRAM = `
const [url, mark] = process.argv.slice(-2);
const { stdout, exit } = process;
const write = stdout.write;
const { stringify } = JSON;
const text = (value) => { try { return String(value).slice(0, 2000); } catch { return "?"; } };
const say = (report, done) => write.call(stdout, "\\n" + mark + stringify(report) + "\\n", done);
const report = (error) => {
  const { name, message, code } = Object(error);
  say({
    outcome: "failed",
    name: text(name ?? "Error"),
    message: text(message ?? error),
    ...(typeof code === "string" && { code }),
  });
};
process.on("uncaughtExceptionMonitor", report);
try {
  await import(url);
} catch (error) {
  report(error);
  throw error;
}
await new Promise((resolve) => setImmediate(resolve));
say({ outcome: "loaded" }, () => exit.call(process, 0));
`;
