/** Draws a chart as SVG with Apache ECharts, without a browser. */
import "server-only";
import { BarChart, LineChart, PieChart } from "echarts/charts";
import { GridComponent, LegendComponent, TitleComponent } from "echarts/components";
import { type EChartsCoreOption, init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { z } from "zod";
import { CHART_LIMITS } from "../limits.ts";

const text = z.string().max(CHART_LIMITS.textMaxChars);
/** The arguments of the tool `draw_chart`. */
export const ChartArguments = z
  .strictObject({
    type: z.enum(["bar", "line", "area", "pie"]).describe("What kind of chart."),
    title: text.optional(),
    labels: z
      .array(text)
      .min(1)
      .max(CHART_LIMITS.labelsMax)
      .describe("The categories or times, in order."),
    series: z
      .array(
        z.strictObject({
          name: text.describe("What the values are."),
          values: z.array(z.number()).max(CHART_LIMITS.labelsMax).describe("One for each label."),
        }),
      )
      .min(1)
      .max(CHART_LIMITS.seriesMax),
  })
  .superRefine(({ type, labels, series }, context) => {
    for (const [index, { values }] of series.entries()) {
      if (values.length === labels.length) continue;
      const message = `has ${values.length} values for ${labels.length} labels`;
      context.addIssue({ code: "custom", path: ["series", index, "values"], message });
    }
    if (type === "pie" && series.length > 1) {
      context.addIssue({ code: "custom", path: ["series"], message: "a pie has one series" });
    }
    if (type === "pie" && series.some(({ values }) => values.some((value) => value < 0))) {
      const message = "a pie has no negative values";
      context.addIssue({ code: "custom", path: ["series", 0, "values"], message });
    }
  });

use([BarChart, LineChart, PieChart, GridComponent, LegendComponent, TitleComponent, SVGRenderer]);

/** Told apart by people who do not see all colours (Okabe and Ito); the first is the product's own. */
const COLOURS = [
  "#2f6f73",
  "#e69f00",
  "#0072b2",
  "#cc79a7",
  "#009e73",
  "#d55e00",
  "#56b4e9",
  "#8a8a8a",
];
const INK = "#1f2529";
const SOFT = "#5c666c";
const LINE = "#dfe3e5";
/** A card of its own, so that a chart reads in the light and in the dark. */
const CARD = "#fbfcfc";
const FONT = "Inter, ui-sans-serif, system-ui, sans-serif";

/** @returns an SVG document that holds no script and loads nothing */
export function renderChart(given: ChartArguments): string {
  const chart = withPlainWords(given);
  const { widthPx: width, heightPx: height } = CHART_LIMITS;
  const drawing = init(null, null, { renderer: "svg", ssr: true, width, height });
  try {
    drawing.setOption({
      ...frameOf(chart),
      ...(chart.type === "pie" ? pieOf(chart) : axesOf(chart)),
    });
    return drawing.renderToSVGString();
  } finally {
    drawing.dispose();
  }
}

/** Characters that XML cannot hold would break the picture. */
function withPlainWords({ title, labels, series, type }: ChartArguments): ChartArguments {
  const plain = (text: string) => text.toWellFormed().replace(/[\p{Cc}\p{Cn}]/gu, " ");
  return {
    type,
    ...(title === undefined ? {} : { title: plain(title) }),
    labels: labels.map(plain),
    series: series.map(({ name, values }) => ({ name: plain(name), values })),
  };
}

function frameOf({ title, series }: ChartArguments): EChartsCoreOption {
  return {
    animation: false,
    backgroundColor: CARD,
    color: COLOURS,
    textStyle: { fontFamily: FONT, color: SOFT, fontSize: 12 },
    title: {
      text: title ?? "",
      left: 20,
      top: 16,
      textStyle: { color: INK, fontSize: 15, fontWeight: 600, overflow: "truncate", width: 640 },
    },
    legend: {
      show: series.length > 1,
      type: "plain",
      bottom: 10,
      icon: "roundRect",
      itemWidth: 12,
      itemHeight: 8,
      itemGap: 18,
      textStyle: { color: SOFT },
    },
  };
}

function axesOf({ type, labels, series, title }: ChartArguments): EChartsCoreOption {
  const isBar = type === "bar";
  return {
    // The plot shrinks until its labels lie within the outer bounds.
    grid: {
      left: 0,
      right: 0,
      top: 0,
      bottom: 0,
      outerBounds: {
        left: 20,
        right: 24,
        top: title ? 60 : 24,
        bottom: series.length > 1 ? 46 : 16,
      },
      outerBoundsContain: "all",
    },
    xAxis: {
      type: "category",
      data: labels,
      boundaryGap: isBar,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: LINE } },
      axisLabel: {
        color: SOFT,
        hideOverlap: true,
        width: CHART_LIMITS.labelWidthPx,
        overflow: "truncate",
      },
    },
    yAxis: {
      type: "value",
      splitLine: { lineStyle: { color: LINE } },
      axisLabel: { color: SOFT },
    },
    series: series.map(({ name, values }) => ({
      type: isBar ? "bar" : "line",
      name,
      data: values,
      ...(isBar
        ? { barMaxWidth: 44, itemStyle: { borderRadius: [3, 3, 0, 0] } }
        : { showSymbol: labels.length <= 40, symbolSize: 6, lineStyle: { width: 2 } }),
      ...(type === "area" ? { areaStyle: { opacity: 0.2 } } : {}),
    })),
  };
}

function pieOf({ labels, series, title }: ChartArguments): EChartsCoreOption {
  const values = series[0]?.values ?? [];
  return {
    series: [
      {
        type: "pie",
        radius: ["38%", "64%"],
        center: ["50%", title ? "50%" : "46%"],
        itemStyle: { borderColor: CARD, borderWidth: 2 },
        label: { color: SOFT, formatter: "{b}: {c}", width: 150, overflow: "truncate" },
        data: labels.map((name, index) => ({ name, value: values[index] ?? 0 })),
      },
    ],
  };
}

export type ChartArguments = z.infer<typeof ChartArguments>;
