/** Lines that stand where text will be. Decorative: say "Loading" beside them. */
import { cn } from "./cn.ts";

export function SkeletonLine({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn("block h-3 overflow-hidden rounded-full bg-pressed", className)}
    />
  );
}
