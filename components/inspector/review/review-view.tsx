/** The cases that reviewers judge: by keyboard, one after the other. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { Keyboard } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Button, IconButton } from "@/components/ui/button.tsx";
import { CasesQuery } from "@/lib/contracts/inspector/review/case-desk.ts";
import {
  type ReviewCases,
  ReviewReasonKind,
  type TakeCase,
} from "@/lib/contracts/inspector/review/review-case.ts";
import * as text from "@/lib/messages/review.ts";
import * as deskText from "@/lib/messages/review-desk.ts";
import { modelJudge } from "@/lib/messages/review-judge.ts";
import * as judging from "@/lib/messages/review-judging.ts";
import { results } from "@/lib/messages/review-results.ts";
import * as rulesText from "@/lib/messages/review-rules.ts";
import { describeFailure } from "../fetch-inspected.ts";
import { Page, PageContent, PageLines } from "../frame.tsx";
import { inspectorKeys } from "../inspector-keys.ts";
import { FilterSelect } from "../list-filters.tsx";
import { narrow, readQuery } from "../list-query.ts";
import { type KeyList, KeysDialog, useKeys } from "../run/keys-dialog.tsx";
import { MOVE_KEYS, type Move, moveTarget } from "../run/selection/selection-moves.ts";
import { useSearch } from "../search-link.tsx";
import { TEXT_LINK } from "../text-link.ts";
import { formatCount } from "../values/format-figures.ts";
import { CaseFilter, CasePages, CaseTable, FILTERS } from "./case-list.tsx";
import { useCases, useChangeCase, useTakeCase } from "./use-cases.ts";

export function ReviewView({ mayManage }: { mayManage: boolean }) {
  const router = useRouter();
  const asked = readQuery(CasesQuery, useSearch().get);
  const query = useCases(asked);
  const take = useTakeCase((runId) => router.push(`/admin/review/${runId}`));
  const { isListOpen, setListOpen } = useKeys(act);
  const { show, reason } = asked;
  const isNarrowed = show !== undefined || reason !== undefined;
  const press = (runId: string | null) =>
    !take.isPending && take.mutate(runId === null ? { runId, reason } : { runId });
  return (
    <Page
      title={text.review()}
      intro={text.intro()}
      aside={
        <Aside
          open={query.data?.open}
          isBusy={take.isPending}
          onTakeNext={() => press(null)}
          onListKeys={() => setListOpen(true)}
        />
      }
      className="max-w-[72rem] grid-cols-1 gap-4"
      head="items-start gap-x-4 gap-y-2"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <CaseFilter shown={asked.show} />
        <FilterSelect
          label={rulesText.anyReason()}
          value={asked.reason}
          choices={REASONS}
          onChoose={(reason) => narrow({ reason, page: null })}
          className="w-56"
        />
      </div>
      <p role="status" className="text-sm text-warn empty:hidden">
        {take.error ? describeFailure(take.error) : take.data?.runId === null && missed(take)}
      </p>
      <UndoBar undo={query.data?.undo ?? null} />
      <PageContent query={query} loading={<PageLines words={text.loading()} first="h-7 w-40" />}>
        {(cases) => (
          <>
            <CaseTable cases={cases} isNarrowed={isNarrowed} onTake={press} />
            <CasePages cases={cases} page={Number(asked.page ?? 1)} />
          </>
        )}
      </PageContent>
      {mayManage && (
        <Link href="/admin/review/judge" prefetch={false} className={`${TEXT_LINK} w-fit text-sm`}>
          {modelJudge()}
        </Link>
      )}
      <KeysDialog keys={KEYS} isOpen={isListOpen} onClose={() => setListOpen(false)} />
    </Page>
  );
}

type AsideProps = {
  /** How many cases are open, once that is known. */
  open: number | undefined;
  isBusy: boolean;
  onTakeNext: () => void;
  onListKeys: () => void;
};

function Aside({ open, isBusy, onTakeNext, onListKeys }: AsideProps) {
  return (
    <span className="ml-auto flex flex-wrap items-center gap-2 max-md:w-full">
      {open !== undefined && (
        <span className="text-sm text-soft tabular-nums">
          {text.openCount({ number: formatCount(open) })}
        </span>
      )}
      <Link
        href="/admin/review/mine"
        prefetch={false}
        data-own-work=""
        aria-keyshortcuts="m"
        className={`${TEXT_LINK} text-sm`}
      >
        {deskText.yourWork()}
      </Link>
      <Link href="/admin/review/rules" prefetch={false} className={`text-sm ${TEXT_LINK}`}>
        {rulesText.toRules()}
      </Link>
      <Link href="/admin/review/rubric" prefetch={false} className={`${TEXT_LINK} text-sm`}>
        {judging.rubric()}
      </Link>
      <Link href="/admin/review/results" prefetch={false} className={`${TEXT_LINK} text-sm`}>
        {results()}
      </Link>
      <Button
        look="primary"
        size="sm"
        data-take-next=""
        aria-keyshortcuts="n"
        aria-disabled={isBusy}
        onClick={onTakeNext}
      >
        {text.takeNext()}
      </Button>
      <IconButton
        size="sm"
        aria-label={text.keys()}
        aria-keyshortcuts="?"
        onClick={onListKeys}
        className="max-md:hidden"
      >
        <Keyboard className="size-4" strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </span>
  );
}

const missed = ({ variables }: { variables: TakeCase | undefined }) =>
  variables?.runId === null ? text.noneOpen() : text.gone();

const REASONS = ReviewReasonKind.options.map((kind) => [kind, rulesText.reasonName(kind)] as const);

const KEYS: KeyList = [
  [["j", "k"], text.nextOrPrevious()],
  [["Enter"], text.openTheCase()],
  [["n"], text.takeNext()],
  [["m"], deskText.keyOwnWork()],
  [["1", "…", String(FILTERS.length)], deskText.keyFilter()],
  [["u"], judging.undoKey()],
  [["?"], text.thisList()],
];

const LETTERS: Record<string, Move | undefined> = { j: "next", k: "previous" };

const BUTTONS: Record<string, string | undefined> = {
  n: "[data-take-next]",
  m: "[data-own-work]",
  u: "[data-undo-verdict]",
};

/** @returns whether the key was handled */
function act({ key, target }: KeyboardEvent): boolean {
  const button = BUTTONS[key];
  if (button) return click(button);
  if (/^[1-6]$/.test(key)) {
    narrow({ show: FILTERS[Number(key) - 1] ?? null, page: null });
    return true;
  }
  const rows = [...document.querySelectorAll<HTMLElement>("[data-case]")];
  const place = target instanceof HTMLElement ? rows.indexOf(target) : -1;
  const move = LETTERS[key] ?? (place < 0 ? undefined : MOVE_KEYS[key]);
  if (!move || rows.length === 0) return false;
  rows[moveTarget(move, place < 0 ? null : place, rows.length)]?.focus();
  return true;
}

function click(what: string): boolean {
  const found = document.querySelector<HTMLElement>(what);
  found?.click();
  return found !== null;
}

type Undo = NonNullable<ReviewCases["undo"]>;

function UndoBar({ undo }: { undo: ReviewCases["undo"] }) {
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
      {judging.given({ reference })}
      <Button
        size="sm"
        look="outline"
        data-undo-verdict=""
        aria-keyshortcuts="u"
        aria-disabled={isPending}
        onClick={() => !isPending && undo()}
      >
        {judging.undo()}
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
