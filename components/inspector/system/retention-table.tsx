/** How long each class is kept, and the accounts whose days run. */
"use client";
import { ErasureOverview, type RetentionClass } from "@/lib/contracts/inspector/erasure-request.ts";
import * as text from "@/lib/messages/inspector-erasure.ts";
import { useInspected } from "../fetch-inspected.ts";
import { FailureNotice, Part } from "../frame.tsx";
import { inspectorKeys } from "../inspector-keys.ts";
import { amountOf } from "../values/format-figures.ts";

export const ADDRESS = "/api/admin/erasure";

const NAMES: Record<RetentionClass, () => string> = {
  messages: text.classMessages,
  "log-payloads": text.classLogPayloads,
  log: text.classLog,
  "hidden-state": text.classHiddenState,
  "context-deltas": text.classContextDeltas,
  attachments: text.classAttachments,
  reviews: text.classReviews,
  audit: text.classAudit,
};

export function RetentionTable() {
  const { data, error, refetch } = useInspected(
    inspectorKeys.retention(),
    ErasureOverview,
    ADDRESS,
  );
  return (
    <>
      <LeavingAccounts leaving={data?.leaving ?? []} />
      <Part
        title={text.retention()}
        intro={text.retentionHint()}
        look="strong"
        className="grid gap-2"
      >
        {error && <FailureNotice error={error} onRetry={() => refetch()} />}
        {data && (
          <table className="w-full text-left text-sm">
            <thead className="text-xs text-faint">
              <tr>
                <th className="py-1 pr-4 font-normal">{text.whatIsKept()}</th>
                <th className="py-1 font-normal">{text.kept()}</th>
              </tr>
            </thead>
            <tbody>
              {data.classes.map(({ name, days }) => (
                <tr key={name} className="border-t">
                  <th className="py-1.5 pr-4 font-normal" scope="row">
                    {NAMES[name]()}
                  </th>
                  <td className="py-1.5 text-soft">
                    {days === 0 ? text.forGood() : text.days(amountOf(days))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Part>
    </>
  );
}

const DAY = new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short" });

/** Their people may still keep them. */
function LeavingAccounts({ leaving }: { leaving: ErasureOverview["leaving"] }) {
  if (leaving.length === 0) return null;
  return (
    <Part title={text.leaving()} intro={text.leavingHint()} look="strong" className="grid gap-2">
      <ul className="divide-y divide-line text-sm">
        {leaving.map(({ email, eraseAt }) => (
          <li key={email} className="flex flex-wrap justify-between gap-x-4 py-1.5">
            <span className="wrap-anywhere">{email}</span>
            <time dateTime={eraseAt} className="text-soft">
              {text.erasedOn({ day: DAY.format(new Date(eraseAt)) })}
            </time>
          </li>
        ))}
      </ul>
    </Part>
  );
}
