/** The cases that reviewers judge: by keyboard, one after the other. */
"use client";
import { Keyboard } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { Button, IconButton } from "@/components/ui/button.tsx";
import {
  CasesQuery,
  type ListedCase,
  type ReviewCases,
  ReviewReasonKind,
  type TakeCase,
} from "@/lib/contracts/inspector/review/review-case.ts";
import * as text from "@/lib/messages/review.ts";
import * as judging from "@/lib/messages/review-judging.ts";
import { results } from "@/lib/messages/review-results.ts";
import * as rulesText from "@/lib/messages/review-rules.ts";
import { describeFailure } from "../fetch-inspected.ts";
import { Page, PageContent, PageLines, TableHead } from "../frame.tsx";
import { FilterSelect } from "../list-filters.tsx";
import { narrow, readQuery } from "../list-query.ts";
import { type KeyList, KeysDialog, useKeys } from "../run/keys-dialog.tsx";
import { MOVE_KEYS, type Move, moveTarget } from "../run/selection/selection-moves.ts";
import { useSearch } from "../search-link.tsx";
import { TEXT_LINK } from "../text-link.ts";
import { formatCount } from "../values/format-figures.ts";
import { Moment } from "../values/term.tsx";
import { UndoBar } from "./judging/undo-bar.tsx";
import { useCases, useTakeCase } from "./use-cases.ts";

export function ReviewView() {
  const router = useRouter();
  const asked = readQuery(CasesQuery, useSearch().get);
  const query = useCases(asked);
  const take = useTakeCase((runId) => router.push(`/admin/review/${runId}`));
  const { isListOpen, setListOpen } = useKeys(act);
  const press = (runId: string | null) =>
    !take.isPending && take.mutate(runId === null ? { runId, ...asked } : { runId });
  return (
    <Page
      title={text.review()}
      intro={text.intro()}
      aside={
        <span className="ml-auto flex items-center gap-2">
          {query.data && (
            <span className="text-sm text-soft tabular-nums">
              {text.openCount({ number: formatCount(query.data.open) })}
            </span>
          )}
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
            aria-disabled={take.isPending}
            onClick={() => press(null)}
          >
            {text.takeNext()}
          </Button>
          <IconButton
            size="sm"
            aria-label={text.keys()}
            aria-keyshortcuts="?"
            onClick={() => setListOpen(true)}
          >
            <Keyboard className="size-4" strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </span>
      }
      className="max-w-[72rem] grid-cols-1 gap-4"
      head="items-start gap-x-4 gap-y-2"
    >
      <FilterSelect
        label={rulesText.anyReason()}
        value={asked.reason}
        choices={REASONS}
        onChoose={(reason) => narrow({ reason })}
        className="w-56"
      />
      <p role="status" className="text-sm text-warn empty:hidden">
        {take.error ? describeFailure(take.error) : take.data?.runId === null && missed(take)}
      </p>
      <UndoBar undo={query.data?.undo ?? null} />
      <PageContent query={query} loading={<PageLines words={text.loading()} first="h-7 w-40" />}>
        {(cases) => <Cases cases={cases} isNarrow={asked.reason !== undefined} onTake={press} />}
      </PageContent>
      <KeysDialog keys={KEYS} isOpen={isListOpen} onClose={() => setListOpen(false)} />
    </Page>
  );
}

const missed = ({ variables }: { variables: TakeCase | undefined }) =>
  variables?.runId === null ? text.noneOpen() : text.gone();

const REASONS = ReviewReasonKind.options.map((kind) => [kind, rulesText.reasonName(kind)] as const);

type CasesProps = { cases: ReviewCases; isNarrow: boolean; onTake: (runId: string) => void };

const CELL = "px-2 py-2 align-top first:ps-0 last:pe-0";
const HEAD = `${CELL} text-xs font-medium text-faint`;

function Cases({ cases: { cases }, isNarrow, onTake }: CasesProps) {
  if (cases.length === 0)
    return (
      <p className="border-y px-4 py-16 text-center text-soft">
        {isNarrow ? rulesText.noCaseOfThisReason() : text.noCases()}
      </p>
    );
  return (
    <table className="w-full table-fixed border-y text-left text-sm">
      <caption className="sr-only">{text.review()}</caption>
      <TableHead
        className={HEAD}
        columns={[
          [text.reference(), "w-32"],
          [text.why(), "max-md:hidden"],
          [text.state(), ""],
          [text.since(), "w-28 text-right max-md:hidden"],
        ]}
      />
      <tbody>
        {cases.map((each) => (
          <CaseRow key={each.runId} listed={each} onTake={onTake} />
        ))}
      </tbody>
    </table>
  );
}

type CaseRowProps = { listed: ListedCase; onTake: (runId: string) => void };

function CaseRow({ listed, onTake }: CaseRowProps) {
  const { runId, reference, reasons, since, state, isOwn, isMine } = listed;
  const isOpen = isMine || (state === "open" && !isOwn);
  const why = reasons.map(rulesText.whyCase);
  return (
    <tr className="border-b last:border-b-0">
      <th scope="row" className={`${CELL} font-normal`}>
        {isOpen ? (
          <button
            type="button"
            data-case=""
            onClick={() => onTake(runId)}
            className="rounded-sm font-mono text-accent underline underline-offset-4"
          >
            {reference}
          </button>
        ) : (
          <span className="font-mono text-soft">{reference}</span>
        )}
        <span className="block text-xs text-faint wrap-anywhere md:hidden">
          {why.join(", ")} · <Moment at={since} />
        </span>
      </th>
      <td className={`${CELL} wrap-anywhere max-md:hidden`}>{why.join(", ")}</td>
      <td className={`${CELL} wrap-anywhere`}>{stateOf(listed)}</td>
      <td className={`${CELL} text-right max-md:hidden`}>
        <Moment at={since} />
      </td>
    </tr>
  );
}

function stateOf(listed: ListedCase): string {
  const { asks, lacks, state } = listed;
  const words = [wordsOfState(listed)];
  if (lacks) words.push(lacking(asks));
  else if (asks > 1 && (state === "open" || state === "taken"))
    words.push(asks === 2 ? judging.asksTwo() : judging.asksThird());
  return words.join(" · ");
}

function lacking(asks: number): string {
  if (asks === 1) return judging.lacksReviewer();
  return asks === 2 ? judging.lacksSecond() : judging.lacksThird();
}

function wordsOfState({ state, isMine, isOwn, takenBy, upheld }: ListedCase): string {
  if (isMine) return text.takenByYou();
  if (state === "taken") return text.takenBy({ by: takenBy ?? "" });
  const name = text.stateName(state);
  if (upheld !== null && state !== "open")
    return `${name}: ${upheld ? text.upheldShort() : text.notUpheldShort()}`;
  return isOwn ? text.ownCase() : name;
}

const KEYS: KeyList = [
  [["j", "k"], text.nextOrPrevious()],
  [["Enter"], text.openTheCase()],
  [["n"], text.takeNext()],
  [["u"], judging.undoKey()],
  [["?"], text.thisList()],
];

const LETTERS: Record<string, Move | undefined> = { j: "next", k: "previous" };

const BUTTONS: Record<string, string | undefined> = {
  n: "[data-take-next]",
  u: "[data-undo-verdict]",
};

/** @returns whether the key was handled */
function act({ key, target }: KeyboardEvent): boolean {
  const button = BUTTONS[key];
  if (button) {
    document.querySelector<HTMLElement>(button)?.click();
    return true;
  }
  const rows = [...document.querySelectorAll<HTMLElement>("[data-case]")];
  const place = target instanceof HTMLElement ? rows.indexOf(target) : -1;
  const move = LETTERS[key] ?? (place < 0 ? undefined : MOVE_KEYS[key]);
  if (!move || rows.length === 0) return false;
  rows[moveTarget(move, place < 0 ? null : place, rows.length)]?.focus();
  return true;
}
