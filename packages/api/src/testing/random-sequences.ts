import * as fc from "fast-check";

/** The seed and path printed by a failure, to replay it. */
const seed = process.env["KONTOR_TEST_SEED"];
const path = process.env["KONTOR_TEST_PATH"];

/** A property test of random sequences that are played over HTTP. */
export type RandomSequences = {
  /** The time limit of the test, in milliseconds. */
  maxTime: number;
  /** Plays the sequences. @throws Error with the seed and path of one that fails, shrunk. */
  play<Values>(property: fc.IAsyncProperty<Values>): Promise<void>;
};

/**
 * Set `KONTOR_TEST_SEQUENCES=100` for a longer run, and `KONTOR_TEST_SEED` and `KONTOR_TEST_PATH` to
 * replay a failure.
 *
 * @param usual the number of sequences without that.
 * @param timeEach the time allowed for each, in milliseconds: several times what it takes, for a loaded
 *   machine.
 */
export function randomSequences(usual: number, timeEach: number): RandomSequences {
  const sequences = Number(process.env["KONTOR_TEST_SEQUENCES"] ?? usual);
  const maxTime = 60_000 + sequences * timeEach;
  return {
    maxTime,
    play: (property) =>
      fc.assert(property, {
        numRuns: sequences,
        ...(seed === undefined ? {} : { seed: Number(seed), path }),
        // Shrinking a failure can use up all the time, so stop in time to print it.
        interruptAfterTimeLimit: maxTime - 30_000,
        markInterruptAsFailure: true,
      }),
  };
}
