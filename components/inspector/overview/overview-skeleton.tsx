/** The overview while it is loading. */

import { SkeletonLine } from "@/components/ui/skeleton.tsx";
import * as text from "@/lib/messages/inspector-overview.ts";
import { CHARTS } from "./charts.ts";

export function OverviewSkeleton() {
  return (
    <div
      role="status"
      className="grid grid-cols-[repeat(auto-fit,minmax(min(16rem,100%),1fr))] gap-x-8 gap-y-7 lg:grid-cols-4"
    >
      <span className="sr-only">{text.loadingFigures()}</span>
      {CHARTS.map(({ title }) => (
        <div key={title} className="grid gap-3 border-t pt-3">
          <SkeletonLine className="w-20" />
          <SkeletonLine className="w-32" />
          <div className="h-44 rounded-md bg-hover" />
        </div>
      ))}
    </div>
  );
}
