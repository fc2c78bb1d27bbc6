/** A run without a plan: said, and never shown as 0 or as 100 %. */
import { Chip } from "@/components/ui/chip.tsx";
import type { PlanInspection } from "@/lib/contracts/inspector/plan/plan-inspection.ts";

export function NoPlan({ plan: { ended, stored } }: { plan: PlanInspection }) {
  const more = ended
    ? "There is nothing to compare with, so there is no deviation: neither 0 nor 1."
    : "It is not made yet.";
  return (
    <section aria-label="Deviation" className="border-b px-4 py-4">
      <p className="flex flex-wrap items-center gap-2">
        <Chip>No plan</Chip>
        <span className="text-soft">{more}</span>
      </p>
      {stored && stored.score !== null && (
        <p className="mt-2 text-danger" role="alert">
          Stored {stored.score}, recomputed no plan: they differ.
        </p>
      )}
    </section>
  );
}
