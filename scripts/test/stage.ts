/** The interface of a stage of `npm test` and `npm run test:faults`, and how its figures are told. */

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

export function describeCount({ passed, failed, skipped = [] }: Count): string {
  const notRun = skipped.length > 0 ? `, ${skipped.length} skipped` : "";
  return `${passed} passed, ${failed} failed${notRun}`;
}

/** The last line: the figures of all stages, and by name what did not run and what was unsteady. */
export function describeTotal(total: Count): string {
  const { skipped = [], unsteady = [] } = total;
  const notRun = skipped.length > 0 ? `. Not run: ${skipped.join("; ")}` : "";
  const again = unsteady.length > 0 ? `. Unsteady: ${unsteady.join("; ")}` : "";
  return `${describeCount(total)}${notRun}${again}${notRun || again ? "." : ""}`;
}
