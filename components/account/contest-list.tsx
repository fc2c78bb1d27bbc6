/** The answers that a person contested, and what came of each. */
import type { ContestedAnswer } from "@/lib/db/review/read-contests.ts";
import * as text from "@/lib/messages/review.ts";
import * as personText from "@/lib/messages/review-person.ts";

export function ContestList({ contests }: { contests: readonly ContestedAnswer[] }) {
  if (contests.length === 0)
    return <p className="border-y py-6 text-center text-soft">{text.noContested()}</p>;
  return (
    <ol aria-label={text.contested()} className="border-y">
      {contests.map((contested) => (
        <ContestItem key={contested.answerMessageId} contested={contested} />
      ))}
    </ol>
  );
}

function ContestItem({ contested: { contest, conversation } }: { contested: ContestedAnswer }) {
  const { verdict, isNews, what } = contest;
  const waits = personText.stateOf(contest);
  return (
    <li className="grid gap-1 border-b py-3 last:border-b-0">
      <p className="wrap-anywhere">
        <a
          href={`/c/${conversation.id}`}
          className="rounded-sm text-accent underline underline-offset-4"
        >
          {conversation.title}
        </a>
        <span className="text-faint">
          {" "}
          ({what === null ? personText.ratedDown() : text.wrong(what)})
        </span>
        {isNews && <strong className="ms-2 font-[560] text-accent">{text.isNews()}</strong>}
      </p>
      {verdict !== null && <p className="text-soft">{text.verdictSays(verdict)}</p>}
      {waits !== null && <p className="text-soft">{waits}</p>}
      {verdict !== null && verdict.words !== "" && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {text.reviewerWrote(verdict)}
        </p>
      )}
    </li>
  );
}
