/** The tool `draw_chart`: figures in, a picture for the person out. */
import "server-only";
import { CHART_LIMITS } from "../limits.ts";
import type { Tool } from "../tool.ts";
import { ChartArguments } from "./render-chart.ts";

export const drawChart: Tool<typeof ChartArguments> = {
  name: "draw_chart",
  version: "1",
  description:
    "Draws a chart of figures that you give, as a picture that the person sees below your answer. Use it whenever a " +
    "chart, plot, graph or diagram of figures is asked for; never draw with characters.",
  arguments: ChartArguments,
  timeoutMs: CHART_LIMITS.timeoutMs,
  maxResultBytes: CHART_LIMITS.maxResultBytes,
  origin: "computed",
  policy: { writes: false, egress: false, riskTags: [] },
  status: "working-it-out",
  async run(chart) {
    // The library is large, and most servers never draw.
    const { renderChart } = await import("./render-chart.ts");
    const svg = renderChart(chart);
    const file = {
      name: nameOf(chart),
      mediaType: "image/svg+xml",
      data: new TextEncoder().encode(svg),
      alt: describe(chart),
    };
    const content =
      "The chart is drawn. The person sees it below your answer: do not repeat its figures one by one, and do not link to it.";
    return { outcome: "ok", content, files: [file] };
  },
};

/** The title as it is written, but for what a path is made of: secrets in it are found and masked where files are kept. */
function nameOf({ title, type }: ChartArguments): string {
  const words = (title ?? `${type} chart`).replace(/[\p{Cc}/\\]+/gu, " ").trim();
  return `${words || "chart"}.svg`;
}

/** The figures in words, the first ones where there are many. */
function describe({ type, title, labels, series }: ChartArguments): string {
  const kind = `${type[0]?.toUpperCase()}${type.slice(1)} chart${title ? `: ${title}` : ""}`;
  const parts = series.map(({ name, values }) => {
    const figures = labels.map((label, index) => `${label} ${values[index]}`);
    return `${name}: ${figures.join(", ")}`;
  });
  const whole = `${kind}. ${parts.join(". ")}.`;
  const max = CHART_LIMITS.altMaxChars;
  return whole.length > max ? `${whole.slice(0, max - 1).toWellFormed()}…` : whole;
}
