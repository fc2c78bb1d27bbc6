/** The interface of a stage of `npm test` and `npm run test:faults`. */

export type Count = {
  passed: number;
  failed: number;
  /** Titles of the tests that did not run, with the reason. */
  skipped?: readonly string[];
  /** Titles of the tests that failed, and passed when they ran again. */
  unsteady?: readonly string[];
};

export type Stage = {
  /** Its name on the command line. */
  id: "lint" | "knip" | "types" | "unit" | "server" | "browser" | "faults";
  title: string;
  /** @param args the command line after the stage's name */
  run(args: readonly string[]): Promise<Count>;
};
