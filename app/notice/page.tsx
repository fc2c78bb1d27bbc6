/** How conversations are handled, out of the settings in force. */
import type { Metadata } from "next";
import { PlainPage, PlainPart } from "@/components/account/plain-page.tsx";
import * as text from "@/lib/messages/notice.ts";
import { readNotice } from "./read-notice.ts";

export const metadata: Metadata = { title: text.title() };

export default async function NoticePage() {
  const { parts } = await readNotice();
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
