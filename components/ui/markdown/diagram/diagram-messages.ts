/** What the page and the frame that draws diagrams say to each other. */
import * as z from "zod/mini";

/** Colours as `#rrggbb`: Mermaid reads no newer notation. */
type DiagramColours = {
  isDark: boolean;
  canvas: string;
  raised: string;
  ink: string;
  soft: string;
  line: string;
  accent: string;
};

export type DiagramRequest = { id: number; source: string; colours: DiagramColours };

const SVG_MAX_CHARS = 4_000_000;

/** `ok: false`: the source is no diagram that can be drawn. */
export const DiagramReply = z.discriminatedUnion("ok", [
  z.strictObject({
    id: z.number(),
    ok: z.literal(true),
    svg: z.string().check(z.maxLength(SVG_MAX_CHARS)),
    /** In CSS pixels. */
    width: z.number().check(z.positive()),
    height: z.number().check(z.positive()),
    /** What the diagram calls itself; may be empty. */
    title: z.string(),
  }),
  z.strictObject({ id: z.number(), ok: z.literal(false) }),
]);
export type DiagramReply = z.infer<typeof DiagramReply>;
