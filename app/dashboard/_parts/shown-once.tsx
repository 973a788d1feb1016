"use client";

/** A value that is shown this once, ready to be copied. */
export function ShownOnce({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <div className="mb-1 flex items-center justify-between gap-3">
        <span className="text-sm font-medium">{label}</span>
        <button
          type="button"
          className="min-h-11 rounded-md px-3 text-sm underline-offset-4 hover:underline"
          onClick={() => navigator.clipboard.writeText(value)}
        >
          Copy<span className="sr-only"> {label}</span>
        </button>
      </div>
      <pre className="overflow-x-auto rounded-lg bg-neutral-100 p-3 text-sm select-all dark:bg-neutral-800">
        {value}
      </pre>
    </div>
  );
}
