/** What the supervisor says to a process that another has replaced. */
export const REPLACED = "replaced";
