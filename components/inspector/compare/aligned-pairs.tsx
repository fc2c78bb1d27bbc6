/** Two aligned lists, with a mark for each pair. Equal pairs can be hidden. */
"use client";
import {
  Bot,
  Compass,
  Equal,
  EqualNot,
  EyeOff,
  type LucideIcon,
  Minus,
  Plus,
  Server,
  Wrench,
} from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Chip } from "@/components/ui/chip.tsx";
import type {
  AlignedHops,
  Change,
  ChangeCounts,
  ComparedHop,
} from "@/lib/contracts/inspector/run-comparison.ts";
import * as text from "@/lib/messages/inspector-compare.ts";
import { type Outcome, OutcomeChip } from "../run-marks.tsx";
import { setSearch, useSearch } from "../search-link.tsx";
import { Digest } from "../values/copy-button.tsx";
import { formatCount, formatDuration, numberItems } from "../values/format-figures.ts";
import { InertText } from "../values/text/inert-text.tsx";

type Pair<Item> = {
  change: Change;
  left: Item | null;
  right: Item | null;
  differs: readonly string[];
};

type AlignedPairsProps<Item> = {
  /** What the items are: "Hops". */
  title: string;
  pairs: readonly Pair<Item>[];
  counts: ChangeCounts;
  isAligned: boolean;
  show: (item: Item, other: Item | null) => ReactNode;
};

export function AlignedPairs<Item>({
  title,
  pairs,
  counts,
  isAligned,
  show,
}: AlignedPairsProps<Item>) {
  const search = useSearch();
  const onlyChanges = search.get("show") === "differences";
  const shown = onlyChanges ? pairs.filter(({ change }) => change !== "same") : pairs;
  const all = counts.same + counts.changed + counts.left + counts.right + counts.hidden;
  return (
    <div className="@container">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t py-1.5 text-xs text-faint">
        <Counts counts={counts} />
        <Button
          size="sm"
          aria-pressed={onlyChanges}
          className={onlyChanges ? "ml-auto bg-pressed text-ink" : "ml-auto"}
          onClick={() => setSearch({ show: onlyChanges ? null : "differences" }, "replace")}
        >
          {text.differencesOnly()}
        </Button>
      </div>
      {!isAligned && (
        <p className="border-t py-1.5 text-xs text-warn">{text.theListsAreTooDifferentTo()}</p>
      )}
      <ol aria-label={title} className="border-y">
        {numberItems(shown).map(({ ordinal, item: pair }) => (
          <li
            key={ordinal}
            className="grid gap-x-5 gap-y-1.5 border-b py-2 last:border-b-0 @2xl:grid-cols-[7.5rem_minmax(0,1fr)_minmax(0,1fr)]"
          >
            <div>
              <ChangeMark change={pair.change} />
              {pair.differs.length > 0 && (
                <p className="mt-0.5 text-xs text-faint">{pair.differs.join(", ")}</p>
              )}
            </div>
            <Side word={text.left()} item={pair.left} other={pair.right} show={show} />
            <Side word={text.right()} item={pair.right} other={pair.left} show={show} />
          </li>
        ))}
        {shown.length === 0 && <li className="py-3 text-soft">{text.noDifference()}</li>}
      </ol>
      {all > pairs.length && (
        <p className="mt-1.5 text-xs text-faint">
          {text.showingOfPairsThoseThatDiffer({
            pairs: formatCount(pairs.length),
            all: formatCount(all),
          })}
        </p>
      )}
    </div>
  );
}

function Counts({ counts }: { counts: ChangeCounts }) {
  const { hidden } = counts;
  const named = (Object.keys(CHANGE_LOOKS) as Change[]).filter(
    // Where differences are hidden, nothing is known to be the same.
    (change) => change !== (hidden > 0 ? "same" : "hidden"),
  );
  return named.map((change) => (
    <span key={change} className="tabular-nums">
      {CHANGE_LOOKS[change].word} {formatCount(counts[change])}
    </span>
  ));
}

type SideProps<Item> = Pick<AlignedPairsProps<Item>, "show"> & {
  word: string;
  item: Item | null;
  other: Item | null;
};

function Side<Item>({ word, item, other, show }: SideProps<Item>) {
  return (
    <div className={item === null ? "min-w-0 @max-2xl:hidden" : "min-w-0"}>
      <span className="block text-[0.6875rem] leading-4 text-faint @2xl:sr-only">{word}</span>
      {item === null ? <span className="text-faint">–</span> : show(item, other)}
    </div>
  );
}

const ICONS: Record<string, LucideIcon> = {
  coordinator: Compass,
  agent: Bot,
  service: Server,
  tool: Wrench,
};
const INDENT_MAX = 8;

/** The hops of both runs, parents before children, with digests of input and output. */
export function AlignedHopList({ hops }: { hops: AlignedHops }) {
  if (hops.pairs.length === 0) {
    return <p className="border-y py-3 text-soft">{text.neitherRunHasAHop()}</p>;
  }
  return (
    <AlignedPairs
      title={text.hops()}
      pairs={hops.pairs}
      counts={hops.counts}
      isAligned={hops.isAligned}
      show={(hop, other) => <Hop hop={hop} other={other} />}
    />
  );
}

function Hop({ hop, other }: { hop: ComparedHop; other: ComparedHop | null }) {
  const Icon = ICONS[hop.kind] ?? Bot;
  const outcome = readOutcome(hop.outcome);
  return (
    <div
      className="flex items-start gap-2"
      style={{ paddingInlineStart: `${Math.min(hop.depth, INDENT_MAX) * 0.75}rem` }}
    >
      <Icon className="mt-0.5 size-4 shrink-0 text-faint" strokeWidth={1.75} aria-hidden="true" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="font-medium wrap-anywhere">
            <InertText text={hop.nodeId} />
          </span>
          {outcome !== undefined && <OutcomeChip outcome={outcome} />}
          {hop.durationMs !== null && (
            <span className="text-xs text-faint tabular-nums">
              {formatDuration(hop.durationMs)}
            </span>
          )}
        </p>
        <p className="flex flex-wrap items-center gap-x-2.5 text-xs text-faint">
          <span>
            {hop.kind} · <span className="font-mono wrap-anywhere">{hop.hopRef}</span>
          </span>
          <DigestSide
            word={text.inWord()}
            sha256={hop.inputSha256}
            other={other?.inputSha256 ?? null}
          />
          <DigestSide
            word={text.out()}
            sha256={hop.outputSha256}
            other={other?.outputSha256 ?? null}
          />
        </p>
      </div>
    </div>
  );
}

type DigestSideProps = { word: string; sha256: string | null; other: string | null };

function DigestSide({ word, sha256, other }: DigestSideProps) {
  if (sha256 === null) return null;
  const sign = other === null ? "" : sha256 === other ? " =" : " ≠";
  const said = other === null ? "" : sha256 === other ? text.theSameDigest() : text.anotherDigest();
  return (
    <span className="inline-flex items-center gap-1">
      {word}
      <span aria-hidden="true">{sign}</span>
      <span className="sr-only">{said}</span>
      <Digest sha256={sha256} />
    </span>
  );
}

/** The outcome of a hop as the log has it. */
const OUTCOMES: readonly Outcome[] = ["ok", "failed", "denied", "stopped", "discarded"];

/** @returns null for an active hop, undefined for an outcome that this version does not know */
function readOutcome(outcome: string | null): Outcome | null | undefined {
  return outcome === null ? null : OUTCOMES.find((known) => known === outcome);
}

type Look = { word: string; tone: "neutral" | "good" | "warn" | "danger"; Icon: LucideIcon };

/** How something differs between the left and the right run, as a sign and a word. */
const CHANGE_LOOKS: Record<Change, Look> = {
  same: { word: text.same(), tone: "neutral", Icon: Equal },
  changed: { word: text.changed(), tone: "warn", Icon: EqualNot },
  left: { word: text.onlyLeft(), tone: "danger", Icon: Minus },
  right: { word: text.onlyRight(), tone: "good", Icon: Plus },
  hidden: { word: text.hidden(), tone: "neutral", Icon: EyeOff },
};

export function ChangeMark({ change }: { change: Change }) {
  const { word, tone, Icon } = CHANGE_LOOKS[change];
  return (
    <Chip tone={tone}>
      <Icon className="size-3" strokeWidth={2.25} aria-hidden="true" />
      {word}
    </Chip>
  );
}
