/** A page that does not exist and one that the person may not open look the same. */
import type { Metadata } from "next";
import { BlankPage } from "@/components/ui/blank-page.tsx";
import * as text from "@/lib/messages/app.ts";

export const metadata: Metadata = { title: text.notFound() };

export default function NotFound() {
  return (
    <BlankPage title={text.pageNotFound()}>
      <a href="/" className="text-accent underline underline-offset-4">
        {text.goHome()}
      </a>
    </BlankPage>
  );
}
