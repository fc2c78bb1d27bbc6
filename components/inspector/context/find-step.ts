/** Finds one delta in its block, with the state before and after it. Pure. */
import type {
  BlamedLeaf,
  ContextBlock,
  ContextStep,
} from "@/lib/contracts/inspector/context/context-inspection.ts";

export type StepShown = {
  ordinal: number;
  /** Null at 0, before the first delta. */
  step: ContextStep | null;
  before: BlamedLeaf[];
  after: BlamedLeaf[];
};

/** @returns null where this block does not contain that ordinal */
export function findStep(block: ContextBlock, ordinal: number): StepShown | null {
  const leavesOf = (indices: readonly number[]) =>
    indices.flatMap((index) => block.leaves[index] ?? []);
  const place = block.steps.findIndex((step) => step.ordinal === ordinal);
  const step = block.steps[place];
  if (step) {
    const before = block.steps[place - 1]?.state ?? block.base;
    return { ordinal, step, before: leavesOf(before), after: leavesOf(step.state) };
  }
  if (ordinal !== 0 || (block.steps[0]?.ordinal ?? 1) > 1) return null;
  return { ordinal, step: null, before: [], after: leavesOf(block.base) };
}
