"use client";
/** Versions that were not trusted any more, and why. */
import { Notice } from "@/components/ui/notice.tsx";
import type { StateSize } from "@/lib/contracts/state-inspection.ts";
import { formatBytes, formatFullMoment, formatMoment } from "../values/format-figures.ts";

export function SetAsideList({ sizes }: { sizes: readonly StateSize[] }) {
  const aside = sizes.filter(({ setAside }) => setAside !== null);
  if (aside.length === 0) return null;
  return (
    <section aria-label="Set aside" className="grid gap-1">
      <h4 className="text-xs font-medium text-soft">Set aside in this conversation</h4>
      {aside.map(({ version, setAside, storedBytes }) => (
        <Notice key={version} tone="warn">
          Version {version} ({formatBytes(storedBytes)})
          {setAside && (
            <>
              {": "}
              {setAside.reason ?? "no reason was recorded"},{" "}
              <time dateTime={setAside.at} title={formatFullMoment(setAside.at)}>
                {formatMoment(setAside.at)}
              </time>
            </>
          )}
        </Notice>
      ))}
    </section>
  );
}
