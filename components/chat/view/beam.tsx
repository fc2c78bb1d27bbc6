/** An illustration of the name: light meets a half-silvered mirror; half is reflected, half passes. */

export function Beam({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 300 100" fill="none" aria-hidden="true" className={className}>
      <defs>
        <Fade id="beam-in" from="0 50" to="118 50" start={0} end={1} />
        <Fade id="beam-through" from="132 50" to="300 50" start={0.6} end={0} />
        <Fade id="beam-back" from="118 50" to="118 0" start={0.9} end={0} />
        <linearGradient id="beam-plate" x1="0" x2="1" y1="1" y2="0">
          <stop stopColor="var(--color-silver)" stopOpacity=".1" />
          <stop offset=".52" stopColor="var(--color-silver)" stopOpacity=".75" />
          <stop offset="1" stopColor="var(--color-silver)" stopOpacity=".1" />
        </linearGradient>
      </defs>
      <path d="M74 94 162 6l9 9-88 88z" fill="url(#beam-plate)" />
      <path d="M74 94 162 6" stroke="var(--color-faint)" strokeOpacity=".7" />
      <path d="m83 103 88-88" stroke="var(--color-line-strong)" />
      <path d="M0 50h118" stroke="url(#beam-in)" strokeWidth="1.5" />
      <path d="M118 50V0" stroke="url(#beam-back)" strokeWidth="1.5" />
      <path d="M118 50h182" stroke="url(#beam-through)" strokeWidth="1.5" strokeDasharray="2 4" />
      <circle cx="118" cy="50" r="2.5" fill="var(--color-accent)" />
    </svg>
  );
}

type FadeProps = { id: string; from: string; to: string; start: number; end: number };

/** A gradient along a straight line, in user space because a straight line has an empty bounding box. */
function Fade({ id, from, to, start, end }: FadeProps) {
  const [x1, y1] = from.split(" ");
  const [x2, y2] = to.split(" ");
  return (
    <linearGradient id={id} gradientUnits="userSpaceOnUse" x1={x1} y1={y1} x2={x2} y2={y2}>
      <stop stopColor="var(--color-accent)" stopOpacity={start} />
      <stop offset="1" stopColor="var(--color-accent)" stopOpacity={end} />
    </linearGradient>
  );
}
