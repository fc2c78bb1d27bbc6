/** A panel while it is loading. */

import { cn } from "@/components/ui/cn.ts";
import { SkeletonLine } from "@/components/ui/skeleton.tsx";
import * as text from "@/lib/messages/inspector-run.ts";

export function PanelLoading({ className }: { className?: string }) {
  return (
    <div role="status" className={cn("grid gap-5 px-4 py-6", className)}>
      <span className="sr-only">{text.loading()}</span>
      <SkeletonLine className="w-1/2" />
      <SkeletonLine className="w-2/3" />
      <SkeletonLine className="w-2/5" />
    </div>
  );
}
