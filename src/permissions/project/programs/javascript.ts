import type { ProjectProgram } from "../project-program.js";

const COMPILER =
  "--noEmit --pretty --skipLibCheck --strict --incremental --listFiles --listFilesOnly --showConfig --watch -w --force -f --verbose " +
  "-v --version --diagnostics --extendedDiagnostics --traceResolution --declaration -d --emitDeclarationOnly --sourceMap --clean " +
  "--dry --build -b -p=file --project=file --target=name -t=name --module=name -m=name --outDir=output --outFile=output --declarationDir=output " +
  "--tsBuildInfoFile=output";

/** Test programs, compilers, linters and formatters for JavaScript. */
export const JAVASCRIPT: readonly ProjectProgram[] = [
  {
    names: "vitest",
    source: "Vitest documentation, Command Line Interface",
    inPackage: true,
    actions: [
      {
        operands: "files",
        options:
          "--run --coverage --watch -w --silent --passWithNoTests --color --no-color --changed -u --update --isolate --no-isolate " +
          "--fileParallelism --no-file-parallelism --hideSkippedTests --typecheck --allowOnly --logHeapUsage --expandSnapshotDiff " +
          "--bail=text --testNamePattern=text -t=text --reporter=name --project=text --testTimeout=text --hookTimeout=text " +
          "--retry=text --maxWorkers=text --minWorkers=text --pool=name --shard=text --exclude=text --mode=name",
      },
    ],
  },
  {
    names: "jest",
    source: "Jest documentation, Jest CLI Options",
    inPackage: true,
    actions: [
      {
        operands: "files",
        options:
          "--ci --coverage --watch --watchAll --runInBand -i --updateSnapshot -u --verbose --silent --passWithNoTests --bail -b " +
          "--detectOpenHandles --forceExit --no-cache --onlyChanged -o --onlyFailures -f --listTests --colors --no-coverage " +
          "--findRelatedTests --changedSince=text --testNamePattern=text -t=text --testPathPattern=text --testPathPatterns=text " +
          "--testPathIgnorePatterns=text --maxWorkers=text -w=text --testTimeout=text --selectProjects=text --shard=text",
      },
    ],
  },
  {
    names: "mocha",
    source: "Mocha documentation, Command-Line Usage",
    inPackage: true,
    actions: [
      {
        operands: "files",
        options:
          "--bail -b --exit --parallel -p --forbid-only --forbid-pending --recursive --no-timeouts --check-leaks --color -c --grep=text " +
          "-g=text --fgrep=text -f=text --invert -i --timeout=text -t=text --retries=text --jobs=text -j=text",
      },
    ],
  },
  {
    names: "playwright",
    source: "Playwright documentation, Command line",
    inPackage: true,
    actions: [
      {
        names: "test",
        operands: "files",
        options:
          "--headed --forbid-only --fully-parallel --last-failed --list --pass-with-no-tests --quiet --update-snapshots -u -x " +
          "--project=text --grep=text -g=text --grep-invert=text --workers=text -j=text --retries=text --repeat-each=text --shard=text " +
          "--timeout=text --max-failures=text --trace=name --output=output",
      },
    ],
  },
  {
    names: "tsc vue-tsc",
    source: "TypeScript documentation, tsc CLI Options",
    inPackage: true,
    actions: [{ operands: "files", options: COMPILER }],
  },
  {
    names: "eslint",
    source: "ESLint documentation, Command Line Interface Reference",
    inPackage: true,
    actions: [
      {
        operands: "changed",
        options:
          "--fix --fix-dry-run --quiet --cache --color --no-color --no-inline-config --report-unused-disable-directives " +
          "--no-error-on-unmatched-pattern --no-warn-ignored --pass-on-no-patterns --debug --stats --max-warnings=text --ext=text " +
          "--rule=text --fix-type=name --ignore-pattern=text -o=output --output-file=output",
      },
    ],
  },
  {
    names: "prettier",
    source: "Prettier documentation, CLI",
    inPackage: true,
    actions: [
      {
        operands: "changed",
        options:
          "--write -w --check -c --list-different -l --cache --no-config --ignore-unknown -u --no-editorconfig --no-color " +
          "--no-error-on-unmatched-pattern --log-level=name --loglevel=name --tab-width=text --print-width=text --end-of-line=name " +
          "--single-quote --no-semi --use-tabs --trailing-comma=name",
      },
    ],
  },
  {
    names: "biome",
    source: "Biome documentation, CLI",
    inPackage: true,
    actions: [
      {
        names: "check ci lint format",
        operands: "changed",
        options:
          "--write --fix --unsafe --staged --changed --no-errors-on-unmatched --verbose --error-on-warnings --colors=name --since=text " +
          "--max-diagnostics=text --diagnostic-level=name --reporter=name --only=text --skip=text",
      },
    ],
  },
  {
    names: "oxlint stylelint xo standard",
    source: "Documentation of oxlint, Stylelint, XO and standard",
    inPackage: true,
    actions: [
      {
        operands: "changed",
        options: "--fix --quiet --max-warnings=text --allow-empty-input --color --no-color -q",
      },
    ],
  },
  {
    names: "vite",
    source: "Vite documentation, Command Line Interface",
    inPackage: true,
    actions: [
      {
        names: "build",
        options:
          "--minify --sourcemap --ssrManifest --manifest --emptyOutDir --watch -w --mode=name -m=name --logLevel=name -l=name " +
          "--base=text --target=name --outDir=output",
      },
    ],
  },
  {
    names: "next",
    source: "Next.js documentation, next CLI",
    inPackage: true,
    actions: [
      { names: "build lint", options: "--debug -d --profile --no-lint --no-mangling --fix --quiet --strict" },
    ],
  },
  {
    names: "turbo",
    source: "Turborepo documentation, run",
    inPackage: true,
    actions: [
      {
        names: "run build test lint format check typecheck check-types",
        operands: "names",
        options:
          "--force --continue --only --parallel --no-cache --filter=text -F=text --concurrency=text --output-logs=name",
      },
    ],
  },
  {
    names: "nx",
    source: "Nx documentation, Commands",
    inPackage: true,
    actions: [
      { names: "test build lint typecheck", operands: "names", options: "--skip-nx-cache --verbose" },
      {
        names: "run-many affected",
        options:
          "--all --skip-nx-cache --verbose --target=name -t=name --targets=text --projects=text -p=text --exclude=text --parallel=?text " +
          "--base=text --head=text",
      },
      { names: "format:check format:write", options: "--all --base=text --head=text --projects=text" },
    ],
  },
  {
    names: "node",
    source: "Node.js documentation, Command-line API",
    optionsFirst: true,
    actions: [
      {
        operands: "files",
        needs: "--test",
        options:
          "--test --test-only --test-force-exit --experimental-test-coverage --watch --enable-source-maps --test-name-pattern=text " +
          "--test-skip-pattern=text --test-concurrency=text --test-timeout=text --test-shard=text --test-reporter=name",
      },
    ],
  },
  {
    names: "bun",
    source: "Bun documentation, bun test",
    actions: [
      {
        names: "test",
        operands: "files",
        options:
          "--coverage --watch --only --todo --bail --update-snapshots -u --timeout=text --test-name-pattern=text -t=text --rerun-each=text",
      },
    ],
  },
  {
    names: "deno",
    source: "Deno manual, deno CLI",
    actions: [
      {
        names: "test bench",
        operands: "files",
        options:
          "-A --allow-all --allow-read --allow-write --allow-net --allow-env --allow-run --allow-sys --allow-ffi --no-check --check --doc " +
          "--parallel --fail-fast --no-run --quiet -q --trace-leaks --watch --coverage --filter=text --ignore=text --permit-no-files",
      },
      {
        names: "lint fmt",
        operands: "changed",
        options: "--fix --check --quiet -q --watch --compact --permit-no-files --ignore=text",
      },
      { names: "check", operands: "files", options: "--all --doc --doc-only --quiet -q" },
    ],
  },
];
