/** The pictures of a turn as segments of a prompt. Whether the model sees them is decided at the door. */
import "server-only";
import type { ModelMessage } from "../llm/model-types.ts";
import { makeSegment, type Segment } from "../prompt/segment.ts";
import type { ToolFile } from "../tools/tool.ts";

type Picture = { name: string; mediaType: string; data: Uint8Array };

export function pictureMessages({ name, mediaType, data }: Picture): ModelMessage[] {
  const url = `data:${mediaType};base64,${Buffer.from(data).toString("base64")}`;
  return [
    {
      role: "user",
      content: [
        { type: "text", text: `Picture ${JSON.stringify(name)}:` },
        { type: "image_url", image_url: { url } },
      ],
    },
  ];
}

/** In the order in which the person attached them. @throws where a file cannot be read */
export function pictureSegments(
  agentId: string,
  runId: string,
  pictures: readonly ToolFile[],
): Promise<Segment[]> {
  return Promise.all(
    pictures.map(async (file) =>
      makeSegment({
        kind: "attachment-content",
        agentId,
        source: `attachment:${file.id}`,
        runId,
        messages: pictureMessages({ ...file, data: await file.load() }),
      }),
    ),
  );
}
