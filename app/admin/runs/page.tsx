/** The list of all runs. */
import { RunsView } from "@/components/inspector/runs/runs-view.tsx";
import { can } from "@/lib/access/assert-can.ts";
import * as text from "@/lib/messages/inspector.ts";
import { inspectorPage } from "../inspector-page.tsx";

const page = inspectorPage({
  address: "/admin/runs",
  title: text.runs,
  view: (actor) => <RunsView maySend={can(actor, "review:manage")} />,
});

export const generateMetadata = page.generateMetadata;
export default page.Page;
