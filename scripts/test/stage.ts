/** What a stage of `npm test` is: a name, and work that counts. */

export type Count = { passed: number; failed: number };

export type Stage = {
  /** How the command line names it. */
  id: "lint" | "knip" | "types" | "unit" | "browser";
  title: string;
  /** @param args what the command line says beyond the stage's name */
  run(args: readonly string[]): Promise<Count>;
};
