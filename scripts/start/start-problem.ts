/** Something that the person who starts Halfsilver can mend. Shown as it is, without a stack. */
export class StartProblem extends Error {}

export function reportProblem(error: unknown): void {
  console.error(error instanceof StartProblem ? error.message : error);
}
