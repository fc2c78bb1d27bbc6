/** Whether an exchange that is found wrong leaves memory. */
"use client";
import { useId } from "react";
import * as text from "@/lib/messages/review-person.ts";

type LeavesMemoryProps = {
  /** Only what is found wrong can leave memory. */
  isWrong: boolean;
  leaves: boolean;
  onChange: (leaves: boolean) => void;
};

export function LeavesMemory({ isWrong, leaves, onChange }: LeavesMemoryProps) {
  const id = useId();
  if (!isWrong) return null;
  return (
    <div className="grid gap-1">
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          aria-describedby={id}
          checked={leaves}
          onChange={({ target }) => onChange(target.checked)}
        />
        {text.leavesMemory()}
      </label>
      <span id={id} className="text-xs text-faint">
        {text.leavesMemoryHint()}
      </span>
    </div>
  );
}
