import { cookies, headers } from "next/headers";
import {
  CONFIRMATION_COOKIE,
  CONFIRMATION_HEADER,
} from "@/app/dashboard/_request/confirmation-names";
import { now, secondsAfter } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { seal, unseal } from "@/lib/kernel/crypto/seal";

const PURPOSE = "dashboard-confirmation";
const SECONDS = 60;

/** Carries a confirmation over a redirect, for a browser in which no script runs. It is sealed, so that a
 *  page never shows text that an attacker wrote into a cookie or an address. */
export async function storeConfirmation(text: string): Promise<void> {
  (await cookies()).set({
    name: CONFIRMATION_COOKIE,
    value: sealConfirmation(text, now()),
    httpOnly: true,
    sameSite: "strict",
    secure: config().baseUrl.startsWith("https://"),
    path: "/dashboard",
    maxAge: SECONDS,
  });
}

/** Returns the confirmation of the change before this page; null for most pages. The proxy has removed the
 *  cookie by now, so it shows once. */
export async function readConfirmation(): Promise<string | null> {
  return openConfirmation((await headers()).get(CONFIRMATION_HEADER), now());
}

/** Seals a confirmation, so that only this service can have written it. */
export function sealConfirmation(text: string, at: Date): string {
  const until = secondsAfter(at, SECONDS).getTime();
  return seal(PURPOSE, "", { text, until }).toString("base64url");
}

/** Opens a sealed confirmation; null when it is too old or not ours. */
export function openConfirmation(sealed: string | null, at: Date): string | null {
  if (!sealed) return null;
  try {
    const opened = unseal(PURPOSE, "", Buffer.from(sealed, "base64url"));
    const { text, until } = opened as { text: string; until: number };
    return at.getTime() < until ? text : null;
  } catch {
    return null;
  }
}
