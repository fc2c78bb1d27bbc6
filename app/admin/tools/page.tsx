/** The page of MCP servers and their tools. */
import { ToolsView } from "@/components/inspector/system/tools-view.tsx";
import * as text from "@/lib/messages/inspector.ts";
import { inspectorPage } from "../inspector-page.tsx";

const page = inspectorPage({
  address: "/admin/tools",
  permission: "models:inspect",
  title: text.tools,
  view: () => <ToolsView />,
});

export const generateMetadata = page.generateMetadata;
export default page.Page;
