/** The page of connections to models. */
import type { Metadata } from "next";
import { InspectorShell } from "@/components/inspector/inspector-shell.tsx";
import { ModelsView } from "@/components/inspector/system/models-view.tsx";
import { getPerson } from "@/lib/auth/session/get-person.ts";
import * as text from "@/lib/messages/inspector.ts";
import { enterInspector } from "../enter-inspector.ts";

const ADDRESS = "/admin/models";

export async function generateMetadata(): Promise<Metadata> {
  await enterInspector(ADDRESS);
  return { title: text.models() };
}

export default async function ModelsPage() {
  await enterInspector(ADDRESS);
  return (
    <InspectorShell operator={(await getPerson())?.email ?? ""}>
      <ModelsView />
    </InspectorShell>
  );
}
