/** The picture of the name: light meets a half-silvered mirror; half comes back, half goes through. */

export function Beam({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 256 96" fill="none" aria-hidden="true" className={className}>
      <defs>
        <linearGradient id="beam-in" x1="0" x2="1">
          <stop stopColor="var(--color-accent)" stopOpacity="0" />
          <stop offset="1" stopColor="var(--color-accent)" />
        </linearGradient>
        <linearGradient id="beam-through" x1="0" x2="1">
          <stop stopColor="var(--color-accent)" stopOpacity=".55" />
          <stop offset="1" stopColor="var(--color-accent)" stopOpacity="0" />
        </linearGradient>
        <linearGradient id="beam-back" x1="0" x2="0" y1="1" y2="0">
          <stop stopColor="var(--color-accent)" stopOpacity=".8" />
          <stop offset="1" stopColor="var(--color-accent)" stopOpacity="0" />
        </linearGradient>
        <linearGradient id="beam-plate" x1="0" x2="1" y1="1" y2="0">
          <stop stopColor="var(--color-silver)" stopOpacity=".28" />
          <stop offset=".5" stopColor="var(--color-silver-bright)" stopOpacity=".9" />
          <stop offset="1" stopColor="var(--color-silver)" stopOpacity=".28" />
        </linearGradient>
      </defs>
      <path d="m76 84 6 6 80-78-6-6z" fill="url(#beam-plate)" />
      <path d="M76 84 156 6" stroke="var(--color-line-strong)" />
      <path d="m82 90 80-78" stroke="var(--color-line)" />
      <path d="M0 48.5h113" stroke="url(#beam-in)" strokeWidth="1.25" />
      <path d="M113 48V0" stroke="url(#beam-back)" strokeWidth="1.25" />
      <path
        d="M121 48.5h135"
        stroke="url(#beam-through)"
        strokeWidth="1.25"
        strokeDasharray="3 3"
      />
      <circle cx="113" cy="48.5" r="2" fill="var(--color-accent)" />
    </svg>
  );
}
