/** The inspector's front door leads to the runs. */
import { redirect } from "next/navigation";
import { enterInspector } from "./enter-inspector.ts";

export default async function InspectorHome() {
  await enterInspector("/admin");
  redirect("/admin/runs");
}
