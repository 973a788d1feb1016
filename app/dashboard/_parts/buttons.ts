/** Shape of a page's buttons: the primary one, secondary ones, and destructive ones. Each has a border, the
 *  only thing that remains of it in forced colours. */
const buttonShape =
  "inline-flex min-h-11 items-center justify-center rounded-lg px-4 text-sm font-medium focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-blue-600 disabled:opacity-60";
export const primaryButton = `${buttonShape} border border-transparent bg-neutral-900 text-white hover:bg-neutral-700 dark:bg-neutral-100 dark:text-neutral-900 dark:hover:bg-neutral-300`;
export const quietButton = `${buttonShape} border border-neutral-300 hover:bg-neutral-100 dark:border-neutral-700 dark:hover:bg-neutral-800`;
export const dangerButton = `${buttonShape} border border-red-300 text-red-700 hover:bg-red-50 dark:border-red-900 dark:text-red-400 dark:hover:bg-red-950`;
