import { tenantAt } from "@/app/(hosted)/_place/environments";
import { pageAt, placeOf } from "@/app/(hosted)/_place/place";
import { readAccount } from "@/app/(hosted)/account-security/account";
import { accountPage } from "@/app/(hosted)/account-security/account-page";
import type { AccountRefusal } from "@/app/(hosted)/account-security/account-refusal";
import { changeOwnPassword } from "@/app/(hosted)/account-security/change-own-password";
import { endSession, forgetDevice } from "@/app/(hosted)/account-security/end";
import { noSuchTenantPage, notSignedInPage } from "@/app/(hosted)/account-security/not-signed-in";
import { removeFactor } from "@/app/(hosted)/account-security/remove-factor";
import { signedInPerson } from "@/app/(hosted)/account-security/signed-in";
import {
  hostedPage,
  type Submission,
  seeOther,
  type Visit,
} from "@/lib/core/oidc/pages/hosted-page";

/** Page on which users see their sessions, end those that they don't recognise, and change their password. */
async function show(visit: Visit): Promise<Response> {
  // Back from a sign-in of our own: the code in the address opens nothing, and is removed from sight.
  if (new URL(visit.request.url).searchParams.has("code"))
    return seeOther(pageAt("/account-security", placeOf(visit)));
  return renderAccount(visit);
}

async function renderAccount(visit: Visit, refusal?: AccountRefusal): Promise<Response> {
  const { branding, environments } = await tenantAt(placeOf(visit));
  if (!branding) return noSuchTenantPage(visit);
  const person = await signedInPerson(visit, environments);
  if (!person) return notSignedInPage(visit, branding);
  return accountPage(visit, { branding, account: await readAccount(person), refusal });
}

/** Handles the form that ends or changes something. Checks the session again: a form can be sent without its
 *  page. */
async function submit(sent: Submission): Promise<Response> {
  const place = placeOf(sent);
  const { branding, environments } = await tenantAt(place);
  const person = await signedInPerson(sent, environments);
  const page = (result: Record<string, string>) =>
    seeOther(pageAt("/account-security", place, result));
  // Ended meanwhile: the page says so.
  if (!person || !branding) return page({});
  const { field } = sent;
  if (field("session")) return page({ ended: String(await endSession(person, field("session"))) });
  if (field("device"))
    return page({ forgotten: String(await forgetDevice(person, field("device"))) });
  if (field("factor")) return removeFactor({ ...person, branding, place }, field("factor"));
  const refusal = await changeOwnPassword(person, {
    current: field("current"),
    next: field("new"),
    others: field("others") === "on",
    devices: field("devices") === "on",
  });
  return refusal ? renderAccount(sent, refusal) : page({ changed: "1" });
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = hostedPage({ show, submit });
