/** The newest takeovers as a table. On a narrow screen the first cell holds the hidden columns. */
"use client";
import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { Chip } from "@/components/ui/chip.tsx";
import { cn } from "@/components/ui/cn.ts";
import { Explained } from "@/components/ui/explained.tsx";
import type { InspectedTakeover } from "@/lib/contracts/inspector/inspected-system.ts";
import * as text from "@/lib/messages/inspector-system.ts";
import { TableHead } from "../frame.tsx";
import { TEXT_LINK } from "../text-link.ts";
import { formatCount } from "../values/format-figures.ts";
import { Moment } from "../values/term.tsx";
import { CELL, HEAD, InstanceName, PLACE } from "./instance-table.tsx";

const LG = "max-lg:hidden";

export function TakeoverTable({ takeovers }: { takeovers: readonly InspectedTakeover[] }) {
  return (
    <table aria-labelledby="takeovers" className="w-full table-fixed border-y text-left text-sm">
      <TableHead
        className={HEAD}
        columns={[
          [text.when(), "w-36 max-lg:w-24"],
          [text.run(), ""],
          [text.from(), `${LG} w-44`],
          [text.to(), `${LG} w-44`],
          [
            <Explained key="record" text={text.onRecordMeaning()}>
              {text.onRecord()}
            </Explained>,
            `${LG} w-44 text-right`,
          ],
          [text.finding(), `${LG} w-48`],
        ]}
      />
      <tbody>
        {takeovers.map((takeover) => (
          <TakeoverRow key={`${takeover.runId}-${takeover.seq}`} takeover={takeover} />
        ))}
      </tbody>
    </table>
  );
}

function TakeoverRow({ takeover }: { takeover: InspectedTakeover }) {
  const { runId, at, from, to, length, mayHaveHappened } = takeover;
  return (
    <tr className="border-b last:border-b-0 hover:bg-hover">
      <td className={cn(CELL, "text-xs text-soft")}>
        <Moment at={at} />
      </td>
      <th scope="row" className={cn(CELL, "font-normal")}>
        <Link
          href={`/admin/runs/${runId}`}
          prefetch={false}
          className={cn(TEXT_LINK, "font-mono text-xs wrap-anywhere")}
        >
          {runId}
        </Link>
        {takeover.takeover > 1 && (
          <span className="block text-xs text-soft">
            {text.again({ number: formatCount(takeover.takeover) })}
          </span>
        )}
        <span className="mt-1.5 grid justify-items-start gap-1 text-xs lg:hidden">
          <span>
            <span className="text-faint">{text.from()} </span>
            <InstanceName id={from} />
            <span className="text-faint"> {text.to().toLowerCase()} </span>
            <InstanceName id={to} />
          </span>
          <span>
            <span className="text-faint">{text.onRecord()} </span>
            {formatCount(length)}
          </span>
          {mayHaveHappened && <MayHaveHappened />}
        </span>
      </th>
      <td className={`${CELL} ${LG}`}>
        <InstanceName id={from} />
      </td>
      <td className={`${CELL} ${LG}`}>
        <InstanceName id={to} />
      </td>
      <td className={`${CELL} ${LG} text-right tabular-nums`}>{formatCount(length)}</td>
      <td className={`${PLACE} ${LG} align-top`}>{mayHaveHappened && <MayHaveHappened />}</td>
    </tr>
  );
}

function MayHaveHappened() {
  return (
    <Chip tone="warn" explanation={text.mayHaveHappenedMeaning()}>
      <TriangleAlert aria-hidden="true" strokeWidth={2} className="size-3" />
      {text.mayHaveHappened()}
    </Chip>
  );
}
