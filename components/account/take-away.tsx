/** Downloads of all that a person wrote and was told. */
import * as text from "@/lib/messages/export.ts";
import { IntroducedPart } from "./plain-page.tsx";

const FILES = [
  ["/api/account/export", text.downloadAll],
  ["/api/conversations/export?as=markdown", text.asMarkdown],
  ["/api/conversations/export?as=json", text.asJson],
] as const;

export function TakeAway() {
  return (
    <IntroducedPart title={text.takeAway()} intro={text.takeAwayExplained()}>
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
    </IntroducedPart>
  );
}
