/** A restore leaves a file while it is at work: behind it, erased content may still be readable. */
import { existsSync } from "node:fs";
import { StartProblem } from "../start/start-problem.ts";

export function restoringFile(anchorFile: string): string {
  return `${anchorFile}.restoring`;
}

/** @throws StartProblem where a restore was not finished */
export function refuseUnfinishedRestore(anchorFile: string): void {
  if (!existsSync(restoringFile(anchorFile))) return;
  throw new StartProblem(
    "A restore was not finished, so what was erased since may be readable. Run npm run restore again.",
  );
}
