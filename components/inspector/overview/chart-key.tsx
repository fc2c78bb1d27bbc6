/** Which line or bar is which. */
import { LOOKS } from "./chart-looks.ts";
import type { Chart } from "./chart-types.ts";

export function ChartKey({ chart }: { chart: Chart }) {
  if (chart.series.length < 2) return null;
  return (
    <ul className="flex flex-wrap gap-x-3 text-[0.6875rem] text-faint" aria-hidden="true">
      {chart.series.map(({ name, look }) => (
        <li key={name} className="inline-flex items-center gap-1.5">
          <svg width="14" height="8" role="presentation">
            {chart.form === "bars" ? (
              <rect width="8" height="8" x="3" rx="1.5" {...paint(look)} />
            ) : (
              <line x1="0" x2="14" y1="4" y2="4" strokeWidth="2" {...stroke(look)} />
            )}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

function paint(look: keyof typeof LOOKS) {
  return { fill: LOOKS[look].fill, fillOpacity: LOOKS[look].opacity };
}

function stroke(look: keyof typeof LOOKS) {
  const { fill, opacity, dash } = LOOKS[look];
  return { stroke: fill, strokeOpacity: opacity, strokeDasharray: dash };
}
