import { cookies } from "next/headers";

/** The cookie in which the proxy keeps a link's secret, once it took it out of the address. */
export const LINK_COOKIE = "atrium_link";

/** The secret of the link that led here, or null. */
export async function linkSecret(): Promise<string | null> {
  return (await cookies()).get(LINK_COOKIE)?.value ?? null;
}
