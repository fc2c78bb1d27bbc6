/** The page of one case: the run, as every operator sees it, and below it what the reviewer judges. */
import type { Metadata } from "next";
import { cache } from "react";
import { parseId } from "@/app/parse-id.ts";
import { CaseView } from "@/components/inspector/review/case-view.tsx";
import type { Actor } from "@/lib/access/actor.ts";
import { can } from "@/lib/access/assert-can.ts";
import { readCase } from "@/lib/db/review/read-case.ts";
import * as text from "@/lib/messages/review.ts";
import { enterInspector, InspectorFrame, orNotFound } from "../../inspector-page.tsx";

type PageProps = { params: Promise<{ runId: string }> };
type Entered = { actor: Actor; runId: string; reference: string; hasCase: boolean };

/** The 404 page for a reviewer who does not have the case, and did not judge it. */
const enter = cache(async (asked: string): Promise<Entered> => {
  const actor = await enterInspector(`/admin/review/${asked}`, "review:judge");
  const { runId, reference, until } = await orNotFound(() => readCase(actor, parseId(asked)));
  return { actor, runId, reference, hasCase: until !== null };
});

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { reference } = await enter((await params).runId);
  return { title: text.caseTitle({ reference }) };
}

export default async function CasePage({ params }: PageProps) {
  const { actor, runId, hasCase } = await enter((await params).runId);
  return (
    <InspectorFrame fit="fill" actor={actor}>
      <CaseView key={runId} runId={runId} hadCase={hasCase} mayErase={can(actor, "data:erase")} />
    </InspectorFrame>
  );
}
