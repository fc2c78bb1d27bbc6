"use client";
/** Versions that were not trusted any more, and why. */
import { Notice } from "@/components/ui/notice.tsx";
import type { StateSize } from "@/lib/contracts/inspector/states/state-inspection.ts";
import { formatBytes, formatFullMoment, formatMoment } from "../values/format-figures.ts";

export function QuarantinedList({ sizes }: { sizes: readonly StateSize[] }) {
  const aside = sizes.filter(({ quarantined }) => quarantined !== null);
  if (aside.length === 0) return null;
  return (
    <section aria-label="Quarantined" className="grid gap-1">
      <h4 className="text-xs font-medium text-soft">Quarantined in this conversation</h4>
      {aside.map(({ version, quarantined, storedBytes }) => (
        <Notice key={version} tone="warn">
          Version {version} ({formatBytes(storedBytes)})
          {quarantined && (
            <>
              {": "}
              {quarantined.reason ?? "no reason was recorded"},{" "}
              <time dateTime={quarantined.at} title={formatFullMoment(quarantined.at)}>
                {formatMoment(quarantined.at)}
              </time>
            </>
          )}
        </Notice>
      ))}
    </section>
  );
}
