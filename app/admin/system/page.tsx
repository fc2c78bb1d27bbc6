/** The page of instances, takeovers and work. */
import type { Metadata } from "next";
import { InspectorShell } from "@/components/inspector/inspector-shell.tsx";
import { SystemView } from "@/components/inspector/system/system-view.tsx";
import { getPerson } from "@/lib/auth/session/get-person.ts";
import * as text from "@/lib/messages/inspector.ts";
import { enterInspector } from "../enter-inspector.ts";

const ADDRESS = "/admin/system";

export async function generateMetadata(): Promise<Metadata> {
  await enterInspector(ADDRESS, "models:inspect");
  return { title: text.system() };
}

export default async function SystemPage() {
  await enterInspector(ADDRESS, "models:inspect");
  return (
    <InspectorShell operator={(await getPerson())?.email ?? ""}>
      <SystemView />
    </InspectorShell>
  );
}
