/** Placeholder lines for text that is loading. Decorative: add a text for screen readers. */
import { cn } from "./cn.ts";

export function SkeletonLine({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn("block h-3 overflow-hidden rounded-full bg-pressed", className)}
    />
  );
}
