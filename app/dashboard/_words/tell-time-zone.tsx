"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { TIME_ZONE_COOKIE } from "@/app/dashboard/_words/time-zone";

/** A year, in seconds: browsers that are not used for longer report it again. */
const LIFE = 365 * 24 * 60 * 60;

/** Reports the browser's time zone to the server, and redraws the page the first time: only the browser knows
 *  it. */
export function TellTimeZone() {
  const router = useRouter();
  useEffect(() => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const cookie = `${TIME_ZONE_COOKIE}=${encodeURIComponent(timeZone)}`;
    if (document.cookie.split("; ").includes(cookie)) return;
    // biome-ignore lint/suspicious/noDocumentCookie: some browsers have no Cookie Store API
    document.cookie = `${cookie}; Path=/dashboard; Max-Age=${LIFE}; SameSite=Lax`;
    if (timeZone !== "UTC" && document.cookie.includes(cookie)) router.refresh();
  }, [router]);
  return null;
}
