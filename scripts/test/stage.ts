/** The interface of a stage of `npm test`. */

export type Count = {
  passed: number;
  failed: number;
  /** Titles of the tests that did not run, with the reason. */
  skipped?: readonly string[];
};

export type Stage = {
  /** Its name on the command line. */
  id: "lint" | "knip" | "types" | "unit" | "browser";
  title: string;
  /** @param args the command line after the stage's name */
  run(args: readonly string[]): Promise<Count>;
};
