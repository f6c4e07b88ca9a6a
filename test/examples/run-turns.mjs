// Runs the module of the first argument once for each entry of the second, one after another in this process. It writes a NUL
// character after the output of each run. On the standard output, the exit code and another NUL character follow.
import { pathToFileURL } from "node:url";

const [program, , file, turns] = process.argv;
const environment = { ...process.env };

for (const [index, turn] of JSON.parse(turns).entries()) {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment, turn.environment);
  process.argv = [program, file, ...turn.args];
  process.exitCode = 0;
  try {
    await import(`${pathToFileURL(file)}?turn=${index}`);
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
  process.stdout.write(`\0${process.exitCode}\0`);
  process.stderr.write("\0");
}
process.exitCode = 0;
