/** The reviewer's last verdict, while it can be undone. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import type { ReviewCases } from "@/lib/contracts/inspector/review/review-case.ts";
import * as text from "@/lib/messages/review-judging.ts";
import { describeFailure } from "../../fetch-inspected.ts";
import { inspectorKeys } from "../../inspector-keys.ts";
import { useChangeCase } from "../use-cases.ts";

type Undo = NonNullable<ReviewCases["undo"]>;

export function UndoBar({ undo }: { undo: ReviewCases["undo"] }) {
  const isThere = useUntil(undo?.until ?? null);
  return (
    <div role="status">{undo && isThere && <Bar key={undo.runId + undo.until} undo={undo} />}</div>
  );
}

function Bar({ undo: { runId, reference } }: { undo: Undo }) {
  const client = useQueryClient();
  const router = useRouter();
  const { mutate, isPending, error } = useChangeCase(runId);
  const undo = () =>
    mutate(
      { do: "undo" },
      {
        onSuccess: ({ until }) => {
          client.removeQueries({ queryKey: inspectorKeys.reviewCase(runId) });
          void client.invalidateQueries({ queryKey: inspectorKeys.cases() });
          if (until !== null) router.push(`/admin/review/${runId}`);
        },
      },
    );
  return (
    <p className="flex flex-wrap items-center gap-3 rounded-md border bg-raised px-3 py-2 text-sm">
      {text.given({ reference })}
      <Button
        size="sm"
        look="outline"
        data-undo-verdict=""
        aria-keyshortcuts="u"
        aria-disabled={isPending}
        onClick={() => !isPending && undo()}
      >
        {text.undo()}
      </Button>
      {error && <span className="text-danger">{describeFailure(error)}</span>}
    </p>
  );
}

/** False once the moment is over. @param until ISO 8601; null: none */
function useUntil(until: string | null): boolean {
  const [over, setOver] = useState<string | null>(null);
  useEffect(() => {
    if (until === null) return;
    const timer = setTimeout(() => setOver(until), Math.max(0, Date.parse(until) - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
  return until !== null && over !== until;
}
