/** Two aligned lists, with a mark for each pair. Equal pairs can be hidden. */
"use client";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button.tsx";
import type { Change, ChangeCounts } from "@/lib/contracts/inspector/compare/run-comparison.ts";
import * as text from "@/lib/messages/inspector-compare.ts";
import { setSearch, useSearch } from "../use-search.ts";
import { formatCount } from "../values/format-figures.ts";
import { numberItems } from "../values/number-items.ts";
import { CHANGE_LOOKS, ChangeMark } from "./change-mark.tsx";

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
  const all = counts.same + counts.changed + counts.left + counts.right;
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
  return (Object.keys(CHANGE_LOOKS) as Change[]).map((change) => (
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
