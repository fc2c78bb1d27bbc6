/** How something differs between the left and the right run, as a sign and a word. */

import { Equal, EqualNot, type LucideIcon, Minus, Plus } from "lucide-react";
import { Chip } from "@/components/ui/chip.tsx";
import type { Change } from "@/lib/contracts/inspector/compare/run-comparison.ts";
import * as text from "@/lib/messages/inspector-compare.ts";

type Look = { word: string; tone: "neutral" | "good" | "warn" | "danger"; Icon: LucideIcon };

export const CHANGE_LOOKS: Record<Change, Look> = {
  same: { word: text.same(), tone: "neutral", Icon: Equal },
  changed: { word: text.changed(), tone: "warn", Icon: EqualNot },
  left: { word: text.onlyLeft(), tone: "danger", Icon: Minus },
  right: { word: text.onlyRight(), tone: "good", Icon: Plus },
};

export function ChangeMark({ change }: { change: Change }) {
  const { word, tone, Icon } = CHANGE_LOOKS[change];
  return (
    <Chip tone={tone}>
      <Icon className="size-3" strokeWidth={2.25} aria-hidden="true" />
      {word}
    </Chip>
  );
}
