import type { TrailFault } from "./verify-trail.ts";

/** The trail is not what was signed. */
export class BrokenTrail extends Error {
  override readonly name = "BrokenTrail";
  readonly why: TrailFault;
  /** The first place that is not what was sealed. */
  readonly place: number;

  constructor(why: TrailFault, place: number) {
    super(`the audit trail does not hold at ${place}: ${why}`);
    this.why = why;
    this.place = place;
  }
}
