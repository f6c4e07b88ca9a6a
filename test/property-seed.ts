import fc from "fast-check";

// One seed for all property tests, so that a run tells of this change and nothing else. `COLLET_TEST_SEED=random` looks for new
// cases; a number repeats a run.
const { COLLET_TEST_SEED = "20261122" } = process.env;
if (COLLET_TEST_SEED !== "random") fc.configureGlobal({ seed: Number(COLLET_TEST_SEED) });
