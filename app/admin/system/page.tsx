/** The page of instances, takeovers and work. */
import { SystemView } from "@/components/inspector/system/system-view.tsx";
import * as text from "@/lib/messages/inspector.ts";
import { inspectorPage } from "../inspector-page.tsx";

const page = inspectorPage({
  address: "/admin/system",
  title: text.system,
  view: () => <SystemView />,
});

export const generateMetadata = page.generateMetadata;
export default page.Page;
