import { describe, expect, it } from "vitest";
import { runTool } from "../run-tool.ts";
import { drawChart } from "./draw-chart.ts";
import { ChartArguments } from "./render-chart.ts";

const CONTEXT = {
  conversationId: "c",
  runId: "r",
  files: [],
  signal: new AbortController().signal,
};
const draw = (chart: unknown) =>
  runTool([drawChart], { name: "draw_chart", arguments: JSON.stringify(chart) }, CONTEXT);
const svgOf = async (chart: unknown) => {
  const { files = [] } = await draw(chart);
  return Buffer.from(files[0]?.data ?? []).toString();
};

const FIGURES = { labels: ["Jan", "Feb"], series: [{ name: "Sold", values: [3, 5] }] };

describe("draw_chart", () => {
  it.each(["bar", "line", "area", "pie"])("draws a %s chart as SVG", async (type) => {
    const result = await draw({ type, title: "Sales", ...FIGURES });
    expect(result.outcome).toBe("ok");
    const [file] = result.files ?? [];
    expect(file).toMatchObject({ name: "Sales.svg", mediaType: "image/svg+xml" });
    const svg = Buffer.from(file?.data ?? []).toString();
    expect(svg).toMatch(/^<svg width="720" height="420"/);
    for (const words of ["Sales", "Jan", "Feb"]) expect(svg).toContain(words);
    // A list of figures for those who do not see it.
    expect(file?.alt).toBe(
      `${type[0]?.toUpperCase()}${type.slice(1)} chart: Sales. Sold: Jan 3, Feb 5.`,
    );
  });

  it("draws nothing that runs or loads, whatever the words are", async () => {
    const evil = `"><script>alert(1)</script><image href="https://evil.test/x" onload=alert(1)>]]>`;
    const words = [
      evil,
      "javascript:alert(1)",
      "</text><foreignObject>",
      "&#x3c;script>",
      "\u0000\u2028",
    ];
    for (const type of ["bar", "pie"]) {
      const values = words.map((_, index) => index);
      const chart = { type, title: evil, labels: words, series: [{ name: evil, values }] };
      const svg = await svgOf(chart);
      expect(svg).not.toMatch(/<(script|foreignObject|image|use|a|iframe|animate|set)\b/i);
      expect(svg).not.toMatch(/<[^>]*\s(on\w+|href|xlink:href)\s*=/i);
      expect(svg).not.toMatch(/url\((?!#)|@import/i);
      expect(svg).not.toMatch(/[^\P{Cc}\n\r\t]/u);
    }
  });

  it("tells the model what does not fit", async () => {
    const short = { ...FIGURES, type: "bar", labels: ["Jan", "Feb", "Mar"] };
    expect((await draw(short)).content).toContain("has 2 values for 3 labels");
    const two = { ...FIGURES, type: "pie", series: [...FIGURES.series, ...FIGURES.series] };
    expect((await draw(two)).content).toContain("a pie has one series");
    expect((await draw({ ...FIGURES, type: "volcano" })).outcome).toBe("failed");
  });

  it("takes as much as its limits allow", async () => {
    const labels = Array.from({ length: 200 }, (_, index) => `${"long ".repeat(20)}${index}`);
    const series = Array.from({ length: 8 }, (_, index) => ({
      name: `Series ${index}`,
      values: labels.map((_label, at) => Math.sin(at + index) * 1e12),
    }));
    const parsed = ChartArguments.parse({ type: "line", labels, series });
    const { files = [], outcome } = await draw(parsed);
    expect(outcome).toBe("ok");
    expect(files[0]?.data.byteLength).toBeLessThan(1_000_000);
    expect(files[0]?.alt.length).toBeLessThanOrEqual(1_000);
  });
});
