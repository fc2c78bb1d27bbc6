/** A run before anything of it is here. */
import { SkeletonLine } from "@/components/ui/skeleton.tsx";

export function RunSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading the run</span>
      <SkeletonLine className="w-40" />
      <SkeletonLine className="h-5 w-2/3 max-w-md" />
      <SkeletonLine className="w-5/6 max-w-3xl" />
      <div className="mt-4 grid gap-5 border-t pt-6">
        <SkeletonLine className="w-1/2" />
        <SkeletonLine className="w-2/3" />
        <SkeletonLine className="w-2/5" />
        <SkeletonLine className="w-3/5" />
      </div>
    </div>
  );
}
