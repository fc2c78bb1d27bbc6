/** The list of all runs. */
import type { Metadata } from "next";
import { InspectorShell } from "@/components/inspector/inspector-shell.tsx";
import { RunsView } from "@/components/inspector/runs/runs-view.tsx";
import { can } from "@/lib/access/assert-can.ts";
import { getPerson } from "@/lib/auth/session/get-person.ts";
import * as text from "@/lib/messages/inspector.ts";
import { enterInspector } from "../enter-inspector.ts";

const ADDRESS = "/admin/runs";

export async function generateMetadata(): Promise<Metadata> {
  await enterInspector(ADDRESS);
  return { title: text.runs() };
}

export default async function RunsPage() {
  const actor = await enterInspector(ADDRESS);
  return (
    <InspectorShell operator={(await getPerson())?.email ?? ""}>
      <RunsView mayErase={can(actor, "data:erase")} />
    </InspectorShell>
  );
}
