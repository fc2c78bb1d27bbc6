/** How series are told apart: by weight and by dashes, so that no colour is needed. */
import type { Look } from "./chart-types.ts";

type LookOf = { fill: string; opacity: number; dash: string | undefined };

export const LOOKS: Record<Look, LookOf> = {
  strong: { fill: "var(--color-accent)", opacity: 1, dash: undefined },
  middle: { fill: "var(--color-accent)", opacity: 0.62, dash: "5 3" },
  light: { fill: "var(--color-silver)", opacity: 1, dash: "1.5 3" },
};
