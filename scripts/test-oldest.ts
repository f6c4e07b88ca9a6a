import { prepareCopy } from "./oldest/prepare-copy.js";
import { runTests } from "./oldest/run-tests.js";
import { SUPPORTED_LIBRARIES, type SupportedLibrary } from "./oldest/supported-libraries.js";

// Runs the integration tests with the oldest supported version of each library, or with others:
//   npm run test:oldest -- [name | name@version]...
// A name is the one under which the tests import a package: npm run test:oldest -- ai7@7.0.3
const nameOf = ({ importedAs, package: name }: SupportedLibrary) => importedAs ?? name;

const asked = new Map(
  process.argv.slice(2).map((argument): [string, string | undefined] => {
    const at = argument.lastIndexOf("@");
    return at > 0 ? [argument.slice(0, at), argument.slice(at + 1)] : [argument, undefined];
  }),
);
const known = new Set(SUPPORTED_LIBRARIES.map(nameOf));
for (const name of asked.keys()) {
  if (!known.has(name)) throw new Error(`Unknown library ${name}. Known: ${[...known].join(", ")}.`);
}
const libraries = SUPPORTED_LIBRARIES.filter((library) => asked.size === 0 || asked.has(nameOf(library))).map(
  (library) => ({ ...library, version: asked.get(nameOf(library)) ?? library.oldest }),
);

const packages = Object.fromEntries(
  libraries.map(({ importedAs, package: name, version }) =>
    importedAs === undefined ? [name, version] : [importedAs, `npm:${name}@${version}`],
  ),
);
using copy = prepareCopy(packages);
const results = runTests(copy.folder, [...new Set(libraries.flatMap(({ tests }) => tests))]);

console.log("| Library | Version | Passed | Skipped | Failed |\n| --- | --- | --- | --- | --- |");
for (const { title, version, tests } of libraries) {
  const own = results.filter(({ path }) =>
    tests.some((test) => path === test || path.startsWith(`${test}/`)),
  );
  const sum = (count: (result: (typeof own)[number]) => number) =>
    own.reduce((total, result) => total + count(result), 0);
  const [passed, failed] = [sum((result) => result.passed), sum(({ failures }) => failures.length)];
  console.log(`| ${title} | ${version} | ${passed} | ${sum(({ skipped }) => skipped)} | ${failed} |`);
  if (passed === 0 || failed > 0) process.exitCode = 1;
}
for (const { path, failures } of results) {
  for (const failure of failures) console.error(`\nFAILED test/${path}: ${failure}`);
}
