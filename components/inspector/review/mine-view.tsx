/** A reviewer's own work: the cases that they have, what they judged today, and how long it took them. */
"use client";
import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { ReviewerDay } from "@/lib/contracts/inspector/review/case-desk.ts";
import * as text from "@/lib/messages/review.ts";
import * as deskText from "@/lib/messages/review-desk.ts";
import { useInspected } from "../fetch-inspected.ts";
import { Page, PageContent, PageLines, Part, TableHead } from "../frame.tsx";
import { inspectorKeys } from "../inspector-keys.ts";
import { TEXT_LINK } from "../text-link.ts";
import { formatCount, formatDuration } from "../values/format-figures.ts";
import { Moment } from "../values/term.tsx";
import { CELL, HEAD } from "./case-list.tsx";

export function MineView() {
  const [since] = useState(beginningOfDay);
  const query = useInspected(
    inspectorKeys.ownDay(since),
    ReviewerDay,
    `/api/admin/review/mine?since=${since}`,
  );
  return (
    <Page
      title={deskText.mineTitle()}
      intro={deskText.mineIntro()}
      aside={
        <Link
          href="/admin/review"
          prefetch={false}
          className="ml-auto inline-flex items-center gap-0.5 rounded-sm text-sm text-soft hover:text-ink"
        >
          <ChevronLeft className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
          {text.review()}
        </Link>
      }
      className="max-w-[72rem] grid-cols-1 gap-6"
      head="items-start gap-x-4 gap-y-2"
    >
      <PageContent
        query={query}
        loading={<PageLines words={deskText.loadingMine()} first="h-7 w-40" />}
      >
        {(day) => (
          <>
            <Figures day={day} />
            <Seats seats={day.seats} />
            <Judged judged={day.judged} />
          </>
        )}
      </PageContent>
    </Page>
  );
}

/** Where the reviewer is. */
function beginningOfDay(): string {
  const day = new Date();
  day.setHours(0, 0, 0, 0);
  return day.toISOString();
}

const inWords = (seconds: number | null) =>
  seconds === null ? "–" : formatDuration(Math.round(seconds * 1_000));

function Figures({ day: { judged, medianSeconds, assigned } }: { day: ReviewerDay }) {
  const figures = [
    [deskText.judgedToday(), formatCount(judged.length)],
    [deskText.foundWrongToday(), formatCount(judged.filter(({ upheld }) => upheld).length)],
    [deskText.medianTime(), inWords(medianSeconds)],
    [deskText.assignedNow(), formatCount(assigned)],
  ];
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3">
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dt className="text-xs text-faint">{name}</dt>
          <dd className="text-lg font-[560] tabular-nums">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

type ListedProps = { title: string; empty: string | null; children: ReactNode };

const Listed = ({ title, empty, children }: ListedProps) => (
  <Part title={title} className="grid gap-2">
    {empty === null ? children : <p className="border-y py-6 text-soft">{empty}</p>}
  </Part>
);

const CaseLink = ({ runId, reference }: { runId: string; reference: string }) => (
  <Link
    href={`/admin/review/${runId}`}
    prefetch={false}
    className={`${TEXT_LINK} font-mono text-sm`}
  >
    {reference}
  </Link>
);

function Seats({ seats }: Pick<ReviewerDay, "seats">) {
  return (
    <Listed title={deskText.yourSeats()} empty={seats.length === 0 ? deskText.noSeats() : null}>
      <table className="w-full table-fixed border-y text-left text-sm">
        <caption className="sr-only">{deskText.yourSeats()}</caption>
        <TableHead
          className={HEAD}
          columns={[
            [text.reference(), "w-32"],
            [deskText.draft(), ""],
            [deskText.until(), "text-right"],
          ]}
        />
        <tbody>
          {seats.map(({ runId, reference, until, hasDraft }) => (
            <tr key={runId} className="border-b last:border-b-0">
              <th scope="row" className={`${CELL} font-normal`}>
                <CaseLink runId={runId} reference={reference} />
              </th>
              <td className={CELL}>{hasDraft ? deskText.draftKept() : deskText.noDraft()}</td>
              <td className={`${CELL} text-right`}>
                <Moment at={until} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Listed>
  );
}

function Judged({ judged }: Pick<ReviewerDay, "judged">) {
  return (
    <Listed
      title={deskText.todaysVerdicts()}
      empty={judged.length === 0 ? deskText.noVerdicts() : null}
    >
      <table className="w-full table-fixed border-y text-left text-sm">
        <caption className="sr-only">{deskText.todaysVerdicts()}</caption>
        <TableHead
          className={HEAD}
          columns={[
            [text.reference(), "w-32"],
            [deskText.verdict(), ""],
            [deskText.took(), "w-20 text-right"],
            [deskText.at(), "w-28 text-right max-md:hidden"],
          ]}
        />
        <tbody>
          {judged.map(({ runId, reference, upheld, at, seconds }) => (
            <tr key={`${runId} ${at}`} className="border-b last:border-b-0">
              <th scope="row" className={`${CELL} font-normal`}>
                <CaseLink runId={runId} reference={reference} />
              </th>
              <td className={CELL}>{upheld ? text.upheldShort() : text.notUpheldShort()}</td>
              <td className={`${CELL} text-right tabular-nums`}>{inWords(seconds)}</td>
              <td className={`${CELL} text-right max-md:hidden`}>
                <Moment at={at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Listed>
  );
}
