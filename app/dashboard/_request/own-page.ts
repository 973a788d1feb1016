/** Returns the page of the dashboard that an address names, or the dashboard itself for any other: an address
 *  from a query never leads to another site. */
export function ownPage(path: string | undefined): string {
  const start = "https://dashboard.invalid";
  if (!path || !URL.canParse(path, start)) return "/dashboard";
  const { origin, pathname, search } = new URL(path, start);
  const ours = pathname === "/dashboard" || pathname.startsWith("/dashboard/");
  return origin === start && ours ? pathname + search : "/dashboard";
}
