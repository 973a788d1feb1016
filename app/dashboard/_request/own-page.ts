/** The page of the dashboard that an address names, or the dashboard itself for anything else: what comes from
 *  a query never leads anywhere but here. */
export function ownPage(path: string | undefined): string {
  const start = "https://dashboard.invalid";
  if (!path || !URL.canParse(path, start)) return "/dashboard";
  const { origin, pathname, search } = new URL(path, start);
  const ours = pathname === "/dashboard" || pathname.startsWith("/dashboard/");
  return origin === start && ours ? pathname + search : "/dashboard";
}
