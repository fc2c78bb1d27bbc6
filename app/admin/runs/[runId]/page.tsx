/** The page of one run. The handlers that it calls read the hidden data and audit that. */
import type { Metadata } from "next";
import { cache } from "react";
import { parseId } from "@/app/parse-id.ts";
import { RunView } from "@/components/inspector/run/run-view.tsx";
import type { Actor } from "@/lib/access/actor.ts";
import { can } from "@/lib/access/assert-can.ts";
import { hasRun } from "@/lib/db/inspector/find-run.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import * as text from "@/lib/messages/inspector-run.ts";
import { enterInspector, InspectorFrame, orNotFound } from "../../inspector-page.tsx";

type PageProps = { params: Promise<{ runId: string }> };

/** @returns the run's id, and who looks; the 404 page if there is no such run */
const enter = cache(async (asked: string): Promise<{ actor: Actor; runId: string }> => {
  const actor = await enterInspector(`/admin/runs/${asked}`);
  return orNotFound(async () => {
    const runId = parseId(asked);
    if (!(await hasRun(actor, runId))) throw new AppError("not-found");
    return { actor, runId };
  });
});

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { runId } = await enter((await params).runId);
  // Titled by id: browsers show a title outside the page, and a question may be confidential.
  return { title: text.pageTitle({ id: runId.slice(0, 8) }) };
}

export default async function RunPage({ params }: PageProps) {
  const { actor, runId } = await enter((await params).runId);
  return (
    <InspectorFrame fit="fill" actor={actor}>
      <RunView key={runId} runId={runId} mayErase={can(actor, "data:erase")} />
    </InspectorFrame>
  );
}
