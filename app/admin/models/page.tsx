/** The page of connections to models. */
import { ModelsView } from "@/components/inspector/system/models-view.tsx";
import * as text from "@/lib/messages/inspector.ts";
import { inspectorPage } from "../inspector-page.tsx";

const page = inspectorPage({
  address: "/admin/models",
  title: text.models,
  view: () => <ModelsView />,
});

export const generateMetadata = page.generateMetadata;
export default page.Page;
