/** Begins the line in which a trial says how it went; a random text follows, so that no output is taken for it. */
export const TRIAL_MARK = "collet-trial ";

/** How a trial went. */
export type TrialReport =
  | { readonly outcome: "loaded" }
  | {
      readonly outcome: "failed";
      readonly name: string;
      readonly message: string;
      /** Of an error of Node. */
      readonly code?: string;
    };

/**
 * What a trial runs: imports the module of its first argument, waits one turn for what goes wrong behind the import's back,
 * and reports with the mark of its second argument.
 *
 * What it needs is taken before the import: a module may replace whatever it likes. The last error is reported as it passes
 * by, so Node still prints it with the place where it happened.
 */
export const TRIAL_PROGRAM = `
const [url, mark] = process.argv.slice(1);
const { stdout, exit } = process;
const write = stdout.write;
const { stringify } = JSON;
const text = (value) => { try { return String(value).slice(0, 2000); } catch { return "?"; } };
const say = (report, done) => write.call(stdout, "\\n" + mark + stringify(report) + "\\n", done);
process.on("uncaughtExceptionMonitor", (error) => {
  const { name, message, code } = Object(error);
  say({
    outcome: "failed",
    name: text(name ?? "Error"),
    message: text(message ?? error),
    ...(typeof code === "string" && { code }),
  });
});
await import(url);
await new Promise((resolve) => setImmediate(resolve));
say({ outcome: "loaded" }, () => exit.call(process, 0));
`;
