/** The topics on the bus. */

/** The public events of one run. */
export function runTopic(runId: string): string {
  return `run:${runId}`;
}

/** Somebody has looked at what this person wrote. */
export function looksTopic(personId: string): string {
  return `looks:${personId}`;
}

/** Ids of runs that somebody wants to stop. */
export const STOPS = "stops";

/** There are runs without a process: whoever hears it looks for them. */
export const ORPHANS = "orphans";

/** Something happened at a connection to a model that other instances are to know. */
export const CONNECTIONS = "connections";

/** Calls to models that have got their place. */
export const PLACES = "places";
