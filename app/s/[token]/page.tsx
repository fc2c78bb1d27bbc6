/** A frozen copy of a conversation. Open to anyone with its link; every other address below `/s` is not found. */
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { SharedView } from "@/components/share/shared-view.tsx";
import { Wordmark } from "@/components/ui/mark.tsx";
import { readShared } from "@/lib/db/shares/read-shared.ts";
import * as text from "@/lib/messages/app.ts";

type Props = { params: Promise<{ token: string }> };

/** Cached per request: the title and the page both need it. */
const read = cache(readShared);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const page = await read((await params).token);
  return {
    title: page?.title ?? text.notFound(),
    robots: { index: false, follow: false, noarchive: true },
    referrer: "no-referrer",
  };
}

export default async function SharedCopyPage({ params }: Props) {
  const { token } = await params;
  const page = await read(token);
  if (!page) notFound();
  return (
    <main className="mx-auto min-h-dvh w-full max-w-[44rem] px-5 py-8">
      <Wordmark />
      <div className="mirror-line mt-5 mb-8" />
      <SharedView page={page} path={`/s/${token}`} />
    </main>
  );
}
