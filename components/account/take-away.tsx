/** Downloads of all that a person wrote and was told. */
import * as text from "@/lib/messages/export.ts";

export function TakeAway() {
  return (
    <section aria-labelledby="take-away" className="mt-10">
      <h2 id="take-away" className="text-lg font-[560] tracking-[-0.012em]">
        {text.takeAway()}
      </h2>
      <p className="mt-1 text-sm text-soft">{text.takeAwayExplained()}</p>
      <p className="mt-3 flex flex-wrap gap-x-6 gap-y-2 text-sm">
        <a
          href="/api/account/export"
          download
          className="rounded-sm text-accent underline underline-offset-4"
        >
          {text.downloadAll()}
        </a>
        <a
          href="/api/conversations/export?as=markdown"
          download
          className="rounded-sm text-accent underline underline-offset-4"
        >
          {text.asMarkdown()}
        </a>
        <a
          href="/api/conversations/export?as=json"
          download
          className="rounded-sm text-accent underline underline-offset-4"
        >
          {text.asJson()}
        </a>
      </p>
    </section>
  );
}
