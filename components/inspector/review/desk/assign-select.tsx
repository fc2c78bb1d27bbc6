/** Whose a case is, for anybody who decides that. */
"use client";
import { Select } from "@/components/ui/overlay/select.tsx";
import type { Named } from "@/lib/contracts/inspector/review/case-desk.ts";
import * as text from "@/lib/messages/review-desk.ts";

const NOBODY = "";

type AssignSelectProps = {
  reviewers: readonly Named[];
  assignedTo: Named | null;
  onAssign: (to: string | null) => void;
};

export function AssignSelect({ reviewers, assignedTo, onAssign }: AssignSelectProps) {
  const isListed = assignedTo === null || reviewers.some(({ id }) => id === assignedTo.id);
  const listed = isListed ? reviewers : [assignedTo, ...reviewers];
  return (
    <span className="inline-flex max-w-48 min-w-32">
      <Select
        label={text.whose()}
        value={assignedTo?.id ?? NOBODY}
        options={[
          { value: NOBODY, name: text.nobodys() },
          ...listed.map(({ id, name }) => ({ value: id, name })),
        ]}
        onChange={(id) => onAssign(id === NOBODY ? null : id)}
      />
    </span>
  );
}
