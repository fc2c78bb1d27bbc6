/** How far reviewers agree who judged the same cases without knowing of each other. */
import {
  type ReviewResults,
  VERDICT_CRITERION,
} from "@/lib/contracts/inspector/review/review-results.ts";
import { KAPPA_CASES_MIN } from "@/lib/contracts/limits.ts";
import * as text from "@/lib/messages/review-results.ts";
import { Part, TableHead } from "../../frame.tsx";
import { formatCount, formatPercent, numberItems } from "../../values/format-figures.ts";
import { Term } from "../../values/term.tsx";
import { InertText } from "../../values/text/inert-text.tsx";
import { FigureLink } from "./figure-link.tsx";
import { FIGURE, HEAD } from "./result-parts.tsx";

const NAME = "py-1.5 text-left font-normal wrap-anywhere";
const RIGHT = "pl-4 text-right";

export function AgreementTables({ results }: { results: ReviewResults }) {
  const { agreement, raters } = results;
  return (
    <Part
      title={text.agreement()}
      intro={agreement.length === 0 ? text.noPairs() : text.agreementIntro()}
      look="small"
      className="grid gap-4"
    >
      {agreement.length > 0 && <Criteria results={results} />}
      {raters.length > 0 && <Raters results={results} />}
    </Part>
  );
}

function Criteria({ results }: { results: ReviewResults }) {
  const { range, agreement } = results;
  return (
    <table className="w-full max-w-3xl text-sm">
      <caption className="sr-only">{text.agreement()}</caption>
      <TableHead
        className={HEAD}
        columns={[
          [text.criterion(), "text-left"],
          [text.casesHead(), RIGHT],
          [text.alike(), RIGHT],
          [
            <Term key="alpha" name="krippendorffsAlpha">
              {text.alpha()}
            </Term>,
            RIGHT,
          ],
        ]}
      />
      <tbody>
        {agreement.map(({ criterion, rubric, distance, n, percent, alpha }) => (
          <tr key={`${criterion}@${rubric}`} className="border-b">
            <th scope="row" className={NAME}>
              <InertText text={nameQuestion({ criterion, rubric }, results)} />
            </th>
            <td className={FIGURE}>
              <FigureLink
                range={range}
                by="pairs"
                name={nameQuestion({ criterion, rubric }, results)}
              >
                {formatCount(n)}
              </FigureLink>
            </td>
            <td className={FIGURE}>{formatPercent(percent)}</td>
            <td className={FIGURE}>
              <Coefficient value={alpha} />
              <span className="ml-2 text-xs text-faint max-md:block">
                {text.alphaBy({ distance })}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Raters({ results }: { results: ReviewResults }) {
  const { range, raters } = results;
  return (
    <table className="w-full max-w-3xl text-sm">
      <caption className="pb-2 text-left text-sm text-soft">
        {text.kappaIntro({ number: formatCount(KAPPA_CASES_MIN) })}
      </caption>
      <TableHead
        className={HEAD}
        columns={[
          [text.reviewers(), "text-left"],
          [text.criterion(), "pl-4 text-left"],
          [text.casesHead(), RIGHT],
          [
            <Term key="kappa" name="cohensKappa">
              {text.kappa()}
            </Term>,
            RIGHT,
          ],
        ]}
      />
      <tbody>
        {numberItems(raters).map(
          ({ ordinal, item: { raters: keys, names, criterion, rubric, n, kappa } }) => (
            <tr key={ordinal} className="border-b">
              <th scope="row" className={NAME}>
                <InertText text={text.both({ one: nameOf(names[0]), other: nameOf(names[1]) })} />
              </th>
              <td className="py-1.5 pl-4 wrap-anywhere">
                <InertText text={nameQuestion({ criterion, rubric }, results)} />
              </td>
              <td className={FIGURE}>
                <FigureLink
                  range={range}
                  by="raters"
                  of={keys.join("~")}
                  name={nameQuestion({ criterion, rubric }, results)}
                >
                  {formatCount(n)}
                </FigureLink>
              </td>
              <td className={FIGURE}>
                <Coefficient value={kappa} />
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

/** With its version where the period has more than one question by that criterion. */
function nameQuestion(
  { criterion, rubric }: Pick<Agreement, "criterion" | "rubric">,
  { agreement }: ReviewResults,
): string {
  if (criterion === VERDICT_CRITERION) return text.verdictItself();
  const isOne = agreement.filter((each) => each.criterion === criterion).length === 1;
  return isOne || rubric === null ? criterion : text.criterionAsOf({ criterion, version: rubric });
}
type Agreement = ReviewResults["agreement"][number];

const nameOf = (name: string | null) => name ?? text.reviewer();

/** Two decimals, of a figure that is at most 1. */
function Coefficient({ value }: { value: number | null }) {
  if (value !== null) return value.toFixed(2);
  return (
    <>
      <span aria-hidden="true">{text.noFigure()}</span>
      <span className="sr-only">{text.noFigureWhy()}</span>
    </>
  );
}
