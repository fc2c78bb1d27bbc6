/** The table before its first rows are here. */
import { SkeletonLine } from "@/components/ui/skeleton.tsx";

const ROWS = ["w-3/5", "w-2/5", "w-1/2", "w-2/3", "w-1/3", "w-1/4"];

export function RunTableSkeleton() {
  return (
    <div role="status" className="border-y">
      <span className="sr-only">Loading runs</span>
      {ROWS.map((width) => (
        <div key={width} className="flex gap-6 border-b py-3.5 last:border-b-0">
          <SkeletonLine className={width} />
          <SkeletonLine className="ml-auto w-24" />
        </div>
      ))}
    </div>
  );
}
