/** Downloads of all that a person wrote and was told. */
import * as text from "@/lib/messages/export.ts";

const FILES = [
  ["/api/account/export", text.downloadAll],
  ["/api/conversations/export?as=markdown", text.asMarkdown],
  ["/api/conversations/export?as=json", text.asJson],
] as const;

export function TakeAway() {
  return (
    <section aria-labelledby="take-away" className="mt-10">
      <h2 id="take-away" className="text-lg font-[560] tracking-[-0.012em]">
        {text.takeAway()}
      </h2>
      <p className="mt-1 text-sm text-soft">{text.takeAwayExplained()}</p>
      <p className="mt-3 flex flex-wrap gap-x-6 gap-y-2 text-sm">
        {FILES.map(([href, name]) => (
          <a
            key={href}
            href={href}
            download
            className="rounded-sm text-accent underline underline-offset-4"
          >
            {name()}
          </a>
        ))}
      </p>
    </section>
  );
}
