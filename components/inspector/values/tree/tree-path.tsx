"use client";
/** The path of the selected row, with a copy button. */
import * as texts from "@/lib/messages/inspector-values.ts";
import { CopyButton } from "../copy-button.tsx";
import { InertText } from "../text/inert-text.tsx";
import type { TreeRow } from "./tree-rows.ts";

export function TreePath({ row }: { row: TreeRow | undefined }) {
  const whole = () =>
    typeof row?.value === "string" ? row.value : JSON.stringify(row?.value, null, 2);
  return (
    <p className="flex h-7 min-w-0 items-center gap-1 text-xs text-faint">
      {row ? (
        <>
          <code className="min-w-0 truncate font-mono text-soft">
            <InertText text={row.pointer || "/"} />
          </code>
          <CopyButton text={() => row.pointer} what={texts.path()} />
          <CopyButton text={whole} what={texts.thisValue()} className="ml-auto" />
        </>
      ) : (
        texts.pickARowToSeeIts()
      )}
    </p>
  );
}
