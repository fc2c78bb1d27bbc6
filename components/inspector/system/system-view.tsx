/** The instances, their work at this moment, and the runs that they took over from each other. */
"use client";
import Link from "next/link";
import { Chip } from "@/components/ui/chip.tsx";
import { isTouched } from "@/components/ui/device/is-touched.ts";
import { poll } from "@/components/ui/device/polling.ts";
import { Notice } from "@/components/ui/notice.tsx";
import {
  type InspectedInstance,
  InspectedSystem,
} from "@/lib/contracts/inspector/inspected-system.ts";
import { INSTANCE_GONE_MS } from "@/lib/contracts/limits.ts";
import * as text from "@/lib/messages/inspector-system.ts";
import { useInspected } from "../fetch-inspected.ts";
import { Empty, Page, PageContent, PageLines, Part } from "../frame.tsx";
import { inspectorKeys } from "../inspector-keys.ts";
import { TEXT_LINK } from "../text-link.ts";
import { formatCount, formatDuration } from "../values/format-figures.ts";
import { Fact } from "./connected-page.tsx";
import { InstanceTable } from "./instance-table.tsx";
import { TakeoverTable } from "./takeover-table.tsx";

const FOLLOW_MS = 2_000;

export function SystemView() {
  const query = useInspected(inspectorKeys.system(), InspectedSystem, "/api/admin/system", {
    ...poll({ busyMs: FOLLOW_MS, isBusy: isTouched }),
  });
  return (
    <Page title={text.system()} intro={text.intro()} className="max-w-[90rem] grid-cols-1 gap-6">
      <PageContent query={query} loading={<PageLines words={text.loading()} first="h-5 w-1/3" />}>
        {(system) => <SystemParts system={system} />}
      </PageContent>
    </Page>
  );
}

const PART = "grid min-w-0 gap-3";

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
        className={PART}
        title={text.instances()}
        intro={text.instancesIntro({ seconds: formatCount(INSTANCE_GONE_MS / 1_000) })}
      >
        {instances.length === 0 ? (
          <Empty of="part">{text.noInstances()}</Empty>
        ) : (
          <InstanceTable instances={instances} answeredBy={answeredBy} />
        )}
      </Part>
      <Part title={text.work()} className={PART}>
        <WorkFacts system={system} />
      </Part>
      <Part id="takeovers" title={text.takeovers()} intro={text.takeoversIntro()} className={PART}>
        {takeovers.length === 0 ? (
          <Empty of="part">{text.noTakeovers()}</Empty>
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

const BUSES = { postgres: text.busPostgres, redis: text.busRedis };

/** The work at this moment: running runs, rows and jobs that wait, and the bus. */
function WorkFacts({ system: { at, work, bus } }: { system: InspectedSystem }) {
  const { running, expired, oldest, unsealed, places, jobs } = work;
  return (
    <dl className="grid gap-x-6 gap-y-3 border-y py-3 text-sm max-md:grid-cols-2 md:grid-cols-3 lg:grid-cols-5">
      <Fact name={text.running()}>
        <span className="tabular-nums">{formatCount(running)}</span>
        {expired > 0 && (
          <Chip tone="warn" explanation={text.expiredMeaning()}>
            {text.expired({ number: formatCount(expired) })}
          </Chip>
        )}
      </Fact>
      <Fact name={text.oldest()}>
        {oldest ? (
          <Link href={`/admin/runs/${oldest.runId}`} prefetch={false} className={TEXT_LINK}>
            {text.oldestSince({ duration: formatDuration(elapsed(oldest.startedAt, at)) })}
          </Link>
        ) : (
          text.nothingRuns()
        )}
      </Fact>
      <Fact name={text.unsealed()}>
        <span className="tabular-nums">{formatCount(unsealed)}</span>
      </Fact>
      {places.length > 0 && (
        <Fact name={text.places()}>{places.map(describePlaces).join("; ")}</Fact>
      )}
      <Fact name={text.jobs()}>{describeJobs(jobs)}</Fact>
      <Fact name={text.bus()}>
        {BUSES[bus.kind]()}
        {bus.isOpen ? (
          <Chip tone="good">{text.busOpen()}</Chip>
        ) : (
          <Chip tone="danger" explanation={text.busLostMeaning()}>
            {text.busLost()}
          </Chip>
        )}
      </Fact>
    </dl>
  );
}

/** Milliseconds between two moments in ISO 8601. */
function elapsed(from: string, to: string): number {
  return Math.max(0, Date.parse(to) - Date.parse(from));
}

const JOB_STATES: Partial<Record<string, () => string>> = {
  created: text.jobCreated,
  retry: text.jobRetry,
  active: text.jobActive,
  completed: text.jobCompleted,
  cancelled: text.jobCancelled,
  failed: text.jobFailed,
};

/** `3 done, 1 failed`. A state that pg-boss adds later keeps its own name. */
function describeJobs(jobs: InspectedSystem["work"]["jobs"]): string {
  if (jobs === null) return text.jobsNotStarted();
  if (jobs.length === 0) return text.noJobs();
  return jobs
    .map(({ state, jobs: count }) =>
      text.jobsOf({ number: formatCount(count), state: JOB_STATES[state]?.() ?? state }),
    )
    .join(", ");
}

/** `default: 4 made, 12 wait`. */
function describePlaces({ queue, taken, waiting }: InspectedSystem["work"]["places"][number]) {
  return text.placesOf({ queue, taken: formatCount(taken), waiting: formatCount(waiting) });
}
