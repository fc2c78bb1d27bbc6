/** One run from both sides of the glass. What is hidden is read, and audited, by the handler that sends it. */
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { parseId } from "@/app/parse-id.ts";
import { InspectorShell } from "@/components/inspector/inspector-shell.tsx";
import { RunView } from "@/components/inspector/run/run-view.tsx";
import { getPerson } from "@/lib/auth/get-person.ts";
import { findRun } from "@/lib/db/inspector/find-run.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { enterInspector } from "../../enter-inspector.ts";

type PageProps = { params: Promise<{ runId: string }> };

const enter = cache(async (runId: string) => {
  const actor = await enterInspector(`/admin/runs/${runId}`);
  try {
    return await findRun(actor, parseId(runId));
  } catch (error) {
    if (error instanceof AppError && error.httpStatus === 404) notFound();
    throw error;
  }
});

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const run = await enter((await params).runId);
  // By its id: a title is somebody's words, and a browser shows them outside the page.
  return { title: `Run ${run.id.slice(0, 8)}` };
}

export default async function RunPage({ params }: PageProps) {
  const run = await enter((await params).runId);
  return (
    <InspectorShell fit="fill" operator={(await getPerson())?.email ?? ""}>
      <RunView key={run.id} runId={run.id} />
    </InspectorShell>
  );
}
