import { storeConfirmation } from "@/app/dashboard/_request/confirmation-cookie";
import { ownPage } from "@/app/dashboard/_request/own-page";
import { translatorOf } from "@/app/dashboard/_words/words-of";
import { isLocale, localeNames } from "@/i18n/locales";
import { localeCookie } from "@/lib/core/oidc/http/cookies";
import { config } from "@/lib/kernel/config/config";

/** Stores the chosen language, with or without a session, and returns to the page on which it was chosen.
 *  Only our own pages may post here. */
export async function POST(request: Request): Promise<Response> {
  const { baseUrl } = config();
  if (request.headers.get("origin") !== baseUrl) return new Response("Forbidden", { status: 403 });
  const form = await request.formData().catch(() => null);
  const [chosen, here] = [form?.get("locale"), form?.get("return")];
  const headers = new Headers({
    location: baseUrl + ownPage(typeof here === "string" ? here : undefined),
    "cache-control": "no-store",
  });
  if (typeof chosen === "string" && isLocale(chosen)) {
    headers.append("set-cookie", localeCookie(chosen));
    const t = translatorOf(chosen, "frame");
    await storeConfirmation(t("language.saved", { language: localeNames[chosen] }));
  }
  return new Response(null, { status: 303, headers });
}
