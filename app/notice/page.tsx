/** How conversations are handled, out of the settings in force. */
import type { Metadata } from "next";
import { PlainPage, PlainPart } from "@/components/account/plain-page.tsx";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import { readPreferences } from "@/lib/db/accounts/preferences.ts";
import * as text from "@/lib/messages/notice.ts";
import { readNotice } from "./read-notice.ts";

export const metadata: Metadata = { title: text.title() };

export default async function NoticePage() {
  // Who is signed out reads of the model that answers where nobody has chosen one.
  const actor = await getActor();
  const { parts } = await readNotice(actor && (await readPreferences(actor)).model);
  return (
    <PlainPage title={text.title()} back={text.back()}>
      <p className="mt-2 text-md text-soft">{text.intro()}</p>
      {parts.map(({ title, text: said }) => (
        <PlainPart key={title} title={title}>
          <p className="text-md text-soft">{said}</p>
        </PlainPart>
      ))}
    </PlainPage>
  );
}
