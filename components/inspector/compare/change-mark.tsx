/** How something differs between the left and the right run, by a sign and a word. */
import { Equal, EqualNot, type LucideIcon, Minus, Plus } from "lucide-react";
import { Chip } from "@/components/ui/chip.tsx";
import type { Change } from "@/lib/contracts/inspector/compare/run-comparison.ts";

type Look = { word: string; tone: "neutral" | "good" | "warn" | "danger"; Icon: LucideIcon };

export const CHANGE_LOOKS: Record<Change, Look> = {
  same: { word: "Same", tone: "neutral", Icon: Equal },
  changed: { word: "Changed", tone: "warn", Icon: EqualNot },
  left: { word: "Only left", tone: "danger", Icon: Minus },
  right: { word: "Only right", tone: "good", Icon: Plus },
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
