/** In the row of a place that the verdict on the page marks. */
"use client";
import { Flag } from "lucide-react";
import { Chip } from "@/components/ui/chip.tsx";
import type { MarkPlace } from "@/lib/contracts/inspector/review/verdict.ts";
import * as text from "@/lib/messages/review-judging.ts";
import { InertText } from "../../values/text/inert-text.tsx";
import { useNoteAt } from "./marked-places.ts";

export function PlaceMark({ place }: { place: MarkPlace }) {
  const note = useNoteAt(place);
  if (note === null) return null;
  return (
    <Chip tone="warn">
      <Flag className="size-3" strokeWidth={2} aria-hidden="true" />
      <span className="sr-only">{text.marked({ note })}</span>
      <span aria-hidden="true" className="max-w-32 truncate max-md:hidden">
        <InertText text={note} />
      </span>
    </Chip>
  );
}
