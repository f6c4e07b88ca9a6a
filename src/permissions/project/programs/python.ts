import type { ProjectProgram } from "../project-program.js";

const IN_ENVIRONMENT = { launchedBy: "python" } as const;

/** Test programs, linters and formatters for Python. */
export const PYTHON: readonly ProjectProgram[] = [
  {
    names: "pytest py.test",
    source: "pytest documentation, Command-line Flags",
    ...IN_ENVIRONMENT,
    isModule: true,
    actions: [
      {
        operands: "files",
        options:
          "-v --verbose -q --quiet -x --exitfirst -s -l --showlocals --lf --last-failed --ff --failed-first --nf --new-first --sw " +
          "--stepwise --collect-only --co --no-header --no-summary --disable-warnings --strict-markers --strict-config " +
          "--doctest-modules --no-cov --cache-clear --setup-show --version -V --durations=text --maxfail=text -k=text -m=text -n=text " +
          "--numprocesses=text --tb=name --cov=?text --color=name -r=name --timeout=text --reruns=text --deselect=text --ignore=file " +
          "--asyncio-mode=name --capture=name --junitxml=output --junit-xml=output",
      },
    ],
  },
  {
    names: "unittest",
    source: "Python documentation, unittest, Command-Line Interface",
    isModule: true,
    actions: [
      {
        operands: "files",
        options:
          "-v --verbose -q --quiet -f --failfast -b --buffer -c --catch --locals -k=text -s=file --start-directory=file -p=text " +
          "--pattern=text -t=file --top-level-directory=file",
      },
    ],
  },
  {
    names: "tox",
    source: "tox documentation, CLI interface",
    ...IN_ENVIRONMENT,
    isModule: true,
    marker: "tox.ini",
    actions: [
      {
        options:
          "-q -v -r --recreate --parallel=?text -p=text -e=name --env=name -f=name --skip-missing-interpreters",
        passes: "-v -q -x -s -k=text -m=text --lf --tb=name",
      },
    ],
  },
  {
    names: "nox",
    source: "Nox documentation, Command-line usage",
    ...IN_ENVIRONMENT,
    isModule: true,
    marker: "noxfile.py",
    actions: [
      {
        operands: "names",
        options:
          "-s=name --session=name --sessions=name -e=name -t=name --tags=name -k=text -p=name --python=name -r --reuse-existing-virtualenvs " +
          "-R -l --list -x --stop-on-first-error --no-install",
      },
    ],
  },
  {
    names: "ruff",
    source: "Ruff documentation, Command-line interface",
    ...IN_ENVIRONMENT,
    isModule: true,
    actions: [
      {
        names: "check format",
        operands: "changed",
        options:
          "--fix --unsafe-fixes --check --diff --no-cache --statistics --show-fixes --preview --exit-zero --quiet -q --verbose -v --watch -w " +
          "--no-fix --fix-only --select=text --ignore=text --extend-select=text --line-length=text --target-version=name --exclude=text " +
          "--output-format=name --output-file=output -o=output",
      },
    ],
  },
  {
    names: "black",
    source: "Black documentation, Command line options",
    ...IN_ENVIRONMENT,
    isModule: true,
    actions: [
      {
        operands: "changed",
        options:
          "--check --diff --quiet -q --verbose -v --color --preview --fast --safe --skip-string-normalization -S --line-length=text -l=text " +
          "--target-version=name -t=name --include=text --exclude=text --extend-exclude=text",
      },
    ],
  },
  {
    names: "isort",
    source: "isort documentation, Configuration options",
    ...IN_ENVIRONMENT,
    isModule: true,
    actions: [
      {
        operands: "changed",
        options:
          "--check --check-only -c --diff --quiet -q --verbose -v --atomic --filter-files --profile=name --line-length=text -l=text",
      },
    ],
  },
  {
    names: "flake8",
    source: "Flake8 documentation, Full Listing of Options",
    ...IN_ENVIRONMENT,
    isModule: true,
    actions: [
      {
        operands: "files",
        options:
          "--count --statistics --show-source -v --verbose -q --quiet --exit-zero --benchmark --select=text --extend-select=text " +
          "--ignore=text --extend-ignore=text --exclude=text --max-line-length=text --max-complexity=text -j=text --jobs=text",
      },
    ],
  },
  {
    names: "mypy",
    source: "mypy documentation, The mypy command line",
    ...IN_ENVIRONMENT,
    isModule: true,
    actions: [
      {
        operands: "files",
        options:
          "--strict --ignore-missing-imports --no-error-summary --pretty --show-error-codes --show-error-context --show-column-numbers " +
          "--no-incremental --explicit-package-bases --namespace-packages --check-untyped-defs --disallow-untyped-defs -v --verbose " +
          "--follow-imports=name --python-version=text --exclude=text -p=text --package=text -m=text --module=text",
      },
    ],
  },
  {
    names: "pyright basedpyright",
    source: "Pyright documentation, Command-line",
    ...IN_ENVIRONMENT,
    actions: [
      {
        operands: "files",
        options: "--warnings --stats --verbose --outputjson --dependencies --level=name --pythonversion=text",
      },
    ],
  },
  {
    names: "compileall",
    source: "Python documentation, compileall",
    isModule: true,
    actions: [{ operands: "changed", options: "-q -f -l -b -j=text" }],
  },
  {
    names: "build",
    source: "build documentation, Command-line interface",
    isModule: true,
    actions: [{ options: "--sdist -s --wheel -w --no-isolation -n -v --outdir=output -o=output" }],
  },
  {
    names: "uv",
    source: "uv documentation, CLI Reference",
    actions: [
      {
        names: "build",
        options: "--sdist --wheel --all-packages -q -v --package=text --out-dir=output -o=output",
      },
    ],
  },
  {
    names: "poetry hatch",
    source: "Documentation of Poetry and Hatch",
    actions: [{ names: "build", options: "-f=name --format=name -t=name -q -v --clean -c" }],
  },
  {
    names: "pre-commit",
    source: "pre-commit documentation, Command line interface",
    ...IN_ENVIRONMENT,
    marker: ".pre-commit-config.yaml",
    actions: [
      {
        names: "run",
        operands: "names",
        options:
          "--all-files -a --show-diff-on-failure -v --verbose --files=file --hook-stage=name --from-ref=text --to-ref=text",
      },
    ],
  },
];
