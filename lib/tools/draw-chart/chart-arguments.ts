/** The arguments of the tool `draw_chart`. */
import "server-only";
import { z } from "zod";
import { CHART_LIMITS } from "../limits.ts";

const text = z.string().max(CHART_LIMITS.textMaxChars);

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
export type ChartArguments = z.infer<typeof ChartArguments>;
