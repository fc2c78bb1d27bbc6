/** What needs a look in a run, whatever its status: the gravest finding in words, and how many more there are. */
import { OctagonAlert, TriangleAlert } from "lucide-react";
import { Chip } from "@/components/ui/chip.tsx";
import { type InspectedRun, RUN_FINDINGS } from "@/lib/contracts/inspector/run/inspected-run.ts";
import * as text from "@/lib/messages/inspector.ts";
import { KIND_WORDS } from "./runs/run-words.ts";

export function FindingsChip({ findings }: Pick<InspectedRun, "findings">) {
  const [gravest, ...others] = findings;
  if (gravest === undefined) return null;
  const isAlert = RUN_FINDINGS[gravest] === "alert";
  const Icon = isAlert ? OctagonAlert : TriangleAlert;
  const words = KIND_WORDS[gravest];
  return (
    <Chip tone={isAlert ? "danger" : "warn"}>
      <Icon className="size-3" strokeWidth={2} aria-hidden="true" />
      {others.length > 0 ? text.findingAndMore({ words, more: others.length }) : words}
    </Chip>
  );
}
