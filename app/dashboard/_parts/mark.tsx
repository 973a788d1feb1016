/** Atrium's logo: an open court behind an arch. */
export function Mark({ className = "size-6" }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className={className}>
      <rect width="24" height="24" rx="6" className="fill-neutral-900 dark:fill-neutral-100" />
      <path
        d="M6 18v-6a6 6 0 0 1 12 0v6M10 18v-5.5a2 2 0 0 1 4 0V18"
        fill="none"
        strokeWidth="1.8"
        strokeLinecap="round"
        className="stroke-white dark:stroke-neutral-900"
      />
    </svg>
  );
}
