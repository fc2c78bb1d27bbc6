/** The page that decodes pasted agent-state headers. */
import { DecodeView } from "@/components/inspector/envelope/decode-view.tsx";
import * as text from "@/lib/messages/inspector-decode.ts";
import { inspectorPage } from "../inspector-page.tsx";

const page = inspectorPage({
  address: "/admin/decode",
  title: text.title,
  view: () => <DecodeView />,
});

export const generateMetadata = page.generateMetadata;
export default page.Page;
