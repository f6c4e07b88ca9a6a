/**
 * Gives all property tests one seed, so that a run tells of this change and nothing else. `COLLET_TEST_SEED=random` looks for
 * new cases; a number repeats a run.
 *
 * By the symbol that fast-check keeps its global parameters under: to load it for each file that does not need it takes longer
 * than most files.
 */
const { COLLET_TEST_SEED = "20261122" } = process.env;
const seed = COLLET_TEST_SEED === "random" ? undefined : Number(COLLET_TEST_SEED);
Object.assign(globalThis, {
  [Symbol.for("fast-check/GlobalParameters")]: seed === undefined ? {} : { seed },
});
