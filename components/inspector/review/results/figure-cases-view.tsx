/** The cases behind one figure. The address says which. */
"use client";
import Link from "next/link";
import {
  FigureCases,
  FigureQuery,
  PartKind,
} from "@/lib/contracts/inspector/review/review-results.ts";
import * as text from "@/lib/messages/review-results.ts";
import { useInspected } from "../../fetch-inspected.ts";
import { Empty, Page, PageContent, PageLines, TableHead } from "../../frame.tsx";
import { inspectorKeys } from "../../inspector-keys.ts";
import { readQuery, toSearch } from "../../list-query.ts";
import { useSearch } from "../../search-link.tsx";
import { TEXT_LINK } from "../../text-link.ts";
import { amountOf, formatCount } from "../../values/format-figures.ts";
import { partName } from "./result-parts.tsx";

export function FigureCasesView() {
  const asked = readQuery(FigureQuery, useSearch().get);
  const search = toSearch(asked);
  const query = useInspected(
    inspectorKeys.figureCases(search),
    FigureCases,
    `/api/admin/review/results/cases?${search}`,
  );
  return (
    <Page
      title={text.casesBehind()}
      intro={figureName(asked)}
      aside={
        <Link
          href={`/admin/review/results?range=${asked.range}`}
          prefetch={false}
          className={`ml-auto text-sm ${TEXT_LINK}`}
        >
          {text.backToResults()}
        </Link>
      }
      className="max-w-[72rem] grid-cols-1 gap-4"
      head="items-start gap-x-4 gap-y-2"
    >
      <PageContent query={query} loading={<PageLines words={text.loading()} first="h-7 w-40" />}>
        {(found) => <Cases found={found} />}
      </PageContent>
    </Page>
  );
}

function figureName({ wrong, ...asked }: FigureQuery): string {
  const name = nameOfFigure(asked);
  return wrong === undefined ? name : text.onlyWrong({ name });
}

function nameOfFigure({ by, of }: Pick<FigureQuery, "by" | "of">): string {
  const kind = PartKind.safeParse(by).data;
  if (kind) return text.behindPart({ kind: text.partHead(kind), name: partName(kind, of) });
  return by in text.behind ? text.behind[by as keyof typeof text.behind]() : text.behind.all();
}

const CELL = "py-2 pr-4 align-top last:pr-0";
const HEAD = `${CELL} text-left text-xs font-medium text-faint`;

function Cases({ found: { cases, total, erased } }: { found: FigureCases }) {
  if (total === 0)
    return (
      <Empty of="page" className="px-4">
        {text.noCasesBehind()}
      </Empty>
    );
  const live = total - erased;
  return (
    <>
      <p className="text-sm text-soft">
        {cases.length < live
          ? text.newestOf({ shown: formatCount(cases.length), number: formatCount(live) })
          : text.casesCount(amountOf(live))}
        {erased > 0 && `. ${text.erasedCount(amountOf(erased))}`}
      </p>
      <table className="w-full border-y text-sm">
        <caption className="sr-only">{text.casesBehind()}</caption>
        <TableHead
          className={HEAD}
          columns={[
            [text.caseHead(), ""],
            [text.reasonsHead(), "max-md:hidden"],
            [text.verdictHead(), ""],
            [text.dayHead(), ""],
          ]}
        />
        <tbody>
          {cases.map(({ runId, reference, reasons, upheld, day }) => (
            <tr key={runId} className="border-b last:border-b-0">
              <th scope="row" className={`${CELL} text-left font-normal`}>
                <Link
                  href={`/admin/runs/${runId}`}
                  prefetch={false}
                  className={`font-mono ${TEXT_LINK}`}
                >
                  {reference}
                </Link>
              </th>
              <td className={`${CELL} max-md:hidden`}>{reasons.map(text.reasonName).join(", ")}</td>
              <td className={CELL}>{upheld ? text.wrong() : text.right()}</td>
              <td className={`${CELL} whitespace-nowrap tabular-nums`}>
                <time dateTime={day}>{day}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
