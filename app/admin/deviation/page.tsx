/** The page of deviations over all runs. */
import { DeviationView } from "@/components/inspector/deviation/deviation-view.tsx";
import * as text from "@/lib/messages/inspector.ts";
import { inspectorPage } from "../inspector-page.tsx";

const page = inspectorPage({
  address: "/admin/deviation",
  title: text.deviation,
  view: () => <DeviationView />,
});

export const generateMetadata = page.generateMetadata;
export default page.Page;
