import "server-only";
/** Gives back, once, what starting took: modules are read and compiled by then, and most of the heap is litter. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** A quarter of the resident memory of a process that has just started and waits. Blocks for some tens of milliseconds. */
export function releaseStartMemory(): void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect({ type: "major", flavor: "last-resort" });
}
