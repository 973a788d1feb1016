import { cpuSeconds } from "./cpu";
import { requestsPerSecond } from "./load";
import type { RunningService } from "./running-service";

/** Cost of showing the sign-in page, for one process. */
export interface SignInViews {
  perSecond: number;
  /** Milliseconds of CPU a view in the web processes, PostgreSQL apart. */
  cpuMs: number;
}

const SECONDS = 8;

/** Requests the page of one sign-in again and again, compressed as for browsers.
 *  @param authorize address where an application starts it */
export async function signInViews(
  { pid }: RunningService,
  authorize: string,
): Promise<SignInViews> {
  const response = await fetch(authorize, { redirect: "manual" });
  const url = new URL(response.headers.get("location") ?? "", authorize).href;
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const load = { url, headers: { cookie, "accept-encoding": "gzip", "accept-language": "en" } };
  await requestsPerSecond(load, SECONDS);
  const before = cpuSeconds(pid);
  const perSecond = await requestsPerSecond(load, SECONDS);
  return { perSecond, cpuMs: ((cpuSeconds(pid) - before) / (perSecond * SECONDS)) * 1000 };
}
