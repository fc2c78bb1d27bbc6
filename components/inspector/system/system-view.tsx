"use client";
/** The instances, their work at this moment, and the runs that they took over from each other. */
import type { ReactNode } from "react";
import { Notice } from "@/components/ui/notice.tsx";
import { SkeletonLine } from "@/components/ui/skeleton.tsx";
import type {
  InspectedInstance,
  InspectedSystem,
} from "@/lib/contracts/inspector/system/inspected-system.ts";
import { INSTANCE_GONE_MS } from "@/lib/contracts/limits.ts";
import * as text from "@/lib/messages/inspector-system.ts";
import { FailureNotice } from "../failure-notice.tsx";
import { formatCount } from "../values/format-figures.ts";
import { InstanceTable } from "./instance-table.tsx";
import { TakeoverTable } from "./takeover-table.tsx";
import { useSystem } from "./use-system.ts";
import { WorkFacts } from "./work-facts.tsx";

export function SystemView() {
  const { data, error, refetch } = useSystem();
  return (
    <main className="mx-auto grid max-w-[90rem] grid-cols-1 gap-6 px-4 py-5 lg:px-6">
      <div>
        <h1 className="text-lg font-[560] tracking-[-0.012em]">{text.system()}</h1>
        <p className="mt-1 text-sm text-soft">{text.intro()}</p>
      </div>
      {error && (
        <FailureNotice error={error} stale={data !== undefined} onRetry={() => refetch()} />
      )}
      {data === undefined && !error && <SystemSkeleton />}
      {data && <SystemParts system={data} />}
    </main>
  );
}

function SystemParts({ system }: { system: InspectedSystem }) {
  const { instances, takeovers, answeredBy } = system;
  const versions = runningVersions(instances);
  return (
    <>
      {versions.length > 1 && (
        <Notice tone="warn" role="status">
          {text.deploy({ versions: versions.join(", ") })}
        </Notice>
      )}
      <Part
        id="instances"
        title={text.instances()}
        intro={text.instancesIntro({ seconds: formatCount(INSTANCE_GONE_MS / 1_000) })}
      >
        {instances.length === 0 ? (
          <Empty>{text.noInstances()}</Empty>
        ) : (
          <InstanceTable instances={instances} answeredBy={answeredBy} />
        )}
      </Part>
      <Part id="work" title={text.work()}>
        <WorkFacts system={system} />
      </Part>
      <Part id="takeovers" title={text.takeovers()} intro={text.takeoversIntro()}>
        {takeovers.length === 0 ? (
          <Empty>{text.noTakeovers()}</Empty>
        ) : (
          <TakeoverTable takeovers={takeovers} />
        )}
      </Part>
    </>
  );
}

/** The versions of the instances that are not gone. A draining one counts: it still answers. */
function runningVersions(instances: readonly InspectedInstance[]): string[] {
  const running = instances.filter(({ state }) => state !== "gone");
  return [...new Set(running.map(({ version }) => version))].sort();
}

type PartProps = { id: string; title: string; intro?: string; children: ReactNode };

function Part({ id, title, intro, children }: PartProps) {
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-3">
      <div>
        <h2 id={id} className="font-medium">
          {title}
        </h2>
        {intro !== undefined && <p className="mt-0.5 text-sm text-soft">{intro}</p>}
      </div>
      {children}
    </section>
  );
}

function Empty({ children }: { children: ReactNode }) {
  return <p className="border-y py-8 text-center text-sm text-soft">{children}</p>;
}

function SystemSkeleton() {
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
