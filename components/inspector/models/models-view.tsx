"use client";
/** The connections to models, and what was found of their servers. */
import { SkeletonLine } from "@/components/ui/skeleton.tsx";
import * as text from "@/lib/messages/inspector-models.ts";
import { FailureNotice } from "../failure-notice.tsx";
import { ConnectionView } from "./connection-view.tsx";
import { useModels } from "./use-models.ts";

export function ModelsView() {
  const { data, error, refetch } = useModels();
  return (
    <main className="mx-auto grid max-w-[90rem] gap-5 px-4 py-5 lg:px-6">
      <div>
        <h1 className="text-lg font-[560] tracking-[-0.012em]">{text.models()}</h1>
        <p className="mt-1 text-sm text-soft">{text.intro()}</p>
      </div>
      {error && (
        <FailureNotice error={error} stale={data !== undefined} onRetry={() => refetch()} />
      )}
      {data === undefined && !error && <ModelsSkeleton />}
      {data?.connections.length === 0 && (
        <p className="border-y py-16 text-center text-soft">{text.none()}</p>
      )}
      {data?.connections.map((connection) => (
        <ConnectionView key={connection.id} connection={connection} mayAsk={data.mayAsk} />
      ))}
    </main>
  );
}

function ModelsSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{text.loading()}</span>
      <SkeletonLine className="h-5 w-1/3" />
      {["w-2/3", "w-1/2", "w-3/5", "w-2/5"].map((width) => (
        <SkeletonLine key={width} className={width} />
      ))}
    </div>
  );
}
