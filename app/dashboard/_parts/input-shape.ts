/** Style of text fields and selects. */
export const inputShape =
  "min-h-11 w-full rounded-lg border border-neutral-400 bg-white px-3 text-base focus-visible:outline-2 focus-visible:outline-offset-1 focus-visible:outline-blue-600 aria-invalid:border-red-600 dark:border-neutral-600 dark:bg-neutral-900 dark:aria-invalid:border-red-500";
