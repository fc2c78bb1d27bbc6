/** The list of all runs. */
import { RunsView } from "@/components/inspector/runs/runs-view.tsx";
import * as text from "@/lib/messages/inspector.ts";
import { inspectorPage } from "../inspector-page.tsx";

const page = inspectorPage({
  address: "/admin/runs",
  title: text.runs,
  view: () => <RunsView />,
});

export const generateMetadata = page.generateMetadata;
export default page.Page;
