/** The page of a case: what its person saw, the panels of its run, and the desk below them. */
"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import * as reviewText from "@/lib/messages/review.ts";
import * as text from "@/lib/messages/review-desk.ts";
import type { KeyList } from "../run/keys-dialog.tsx";
import { openPanel } from "../run/panels.ts";
import { actOnRun, RUN_KEYS } from "../run/run-keys.ts";
import { RunView } from "../run/run-view.tsx";
import { WIDE } from "../use-media.ts";
import { CaseDesk } from "./case-desk.tsx";
import { SeenPane } from "./seen-pane.tsx";
import { useCase } from "./use-cases.ts";

type CaseViewProps = {
  runId: string;
  /** Whether the reviewer had the case when the page was made. */
  hadCase: boolean;
  mayErase: boolean;
};

export function CaseView({ runId, hadCase, mayErase }: CaseViewProps) {
  const { data } = useCase(runId);
  useListAhead();
  // Whoever judged the case reads no more of it than every operator does.
  const hasCase = data === undefined ? hadCase : data.until !== null;
  return (
    <RunView
      runId={runId}
      mayErase={mayErase}
      review={{
        seen: hasCase ? (className) => <SeenPane runId={runId} className={className} /> : null,
        desk: <CaseDesk runId={runId} />,
        back: { href: "/admin/review", label: reviewText.review() },
        keys: CASE_KEYS,
        act: actOnCase,
      }}
    />
  );
}

/** The code of the list, where a reviewer goes when they are done. What it lists has no words. */
function useListAhead(): void {
  const router = useRouter();
  useEffect(() => router.prefetch("/admin/review"), [router]);
}

const CASE_KEYS: KeyList = [
  [["c"], text.keyComment()],
  [["p"], text.keyAside()],
  [["n"], text.keyNext()],
  ...RUN_KEYS,
];

/** What a key leads to: the first field or button in the part of the desk with this mark. */
const PLACES: Record<string, string | undefined> = {
  v: "[data-criterion]",
  c: "[data-desk=comments]",
  p: "[data-desk=aside]",
};

/** @returns whether the key was handled */
function actOnCase(event: KeyboardEvent): boolean {
  if (event.key === "n") {
    const button = document.querySelector<HTMLElement>("[data-take-next]");
    button?.click();
    return button !== null;
  }
  const place = PLACES[event.key];
  if (place === undefined) return actOnRun(event);
  if (window.matchMedia(WIDE).matches) {
    focusIn(place);
    return true;
  }
  // Beside the panels there is no room for the desk here.
  openPanel("desk");
  requestAnimationFrame(() => focusIn(place));
  return true;
}

function focusIn(place: string): void {
  const part = document.querySelector<HTMLElement>(place);
  const folded = part?.closest("details");
  if (folded) folded.open = true;
  part?.querySelector<HTMLElement>("input, textarea, select, button")?.focus();
}
