/** Not there, or not yours: the two read the same. */
import type { Metadata } from "next";
import { BlankPage } from "@/components/ui/blank-page.tsx";

export const metadata: Metadata = { title: "Not here" };

export default function NotFound() {
  return (
    <BlankPage title="This is not here, or it is not yours.">
      <a href="/" className="text-accent underline underline-offset-4">
        Go to your conversations
      </a>
    </BlankPage>
  );
}
