"use server";

import { redirect } from "next/navigation";
import { problemOf } from "@/app/_components/problem-of";
import { passwordRefusal } from "@/app/(hosted)/_link/password-refusal";
import { pageAt, placeOfForm } from "@/app/(hosted)/_place/place";
import { text } from "@/app/(hosted)/_request/browser";
import type { ChangeState } from "@/app/(hosted)/account-security/change-state";
import { type SignedIn, signedInPerson } from "@/app/(hosted)/account-security/signed-in";
import { changePassword } from "@/lib/account-security/change-password";
import {
  readAccountSessions,
  readTrustedDevices,
} from "@/lib/account-security/read-account-security";
import { revokeAccountSession } from "@/lib/account-security/revoke-account-session";
import { revokeOtherSessions } from "@/lib/account-security/revoke-others";
import { revokeTrustedDevice } from "@/lib/account-security/revoke-trusted-device";
import { ServiceError } from "@/lib/errors";
import { isId } from "@/lib/ids";

/** Ends one session, or with `others` all but this one. */
export async function endSession(form: FormData): Promise<void> {
  const ended = await asPerson(form, async ({ caller, owner, sessionId }) => {
    const handle = text(form, "session");
    if (handle !== "others") return isId(handle) ? revokeAccountSession(caller, owner, handle) : 0;
    const { sessions } = await readAccountSessions(caller, owner);
    const current = sessions.find(({ id }) => id === sessionId);
    return current ? revokeOtherSessions(caller, owner, current.accountSessionId) : 0;
  });
  redirect(pageOf(form, { ended }));
}

/** Ends the trust in one device, or with `all` in every one. */
export async function forgetDevice(form: FormData): Promise<void> {
  const forgotten = await asPerson(form, async ({ caller, owner }) => {
    const wanted = text(form, "device");
    const all = wanted === "all" ? await readTrustedDevices(caller, owner) : null;
    const ids = all ? all.map(({ id }) => id) : [wanted].filter(isId);
    let count = 0;
    for (const id of ids) count += await revokeTrustedDevice(caller, owner, id);
    return count;
  });
  redirect(pageOf(form, { forgotten }));
}

/** Changes the password of whoever proves the present one. */
export async function changeOwnPassword(
  _before: ChangeState,
  form: FormData,
): Promise<ChangeState> {
  const [currentPassword, newPassword] = [text(form, "current"), text(form, "new")];
  const fields: ChangeState["fields"] = {};
  if (!currentPassword) fields.current = "empty";
  if (!newPassword) fields.new = "empty";
  if (Object.keys(fields).length > 0) return { fields };
  const person = await signedInPerson(placeOfForm(form));
  if (!person) redirect(pageOf(form, {}));
  try {
    await changePassword(person.caller, {
      sessionId: person.sessionId,
      currentPassword,
      newPassword,
      revokeOtherSessions: form.get("others") === "on",
      kind: "hosted",
    });
  } catch (error) {
    if (!(error instanceof ServiceError)) return { problem: problemOf(error) };
    if (error.reason === "proof_rejected") return { fields: { current: "wrong" } };
    if (error.reason === "unprocessable") return { fields: { new: passwordRefusal(error.detail) } };
    return { problem: problemOf(error) };
  }
  redirect(pageOf(form, { changed: 1 }));
}

async function asPerson(
  form: FormData,
  work: (person: SignedIn) => Promise<number>,
): Promise<number> {
  const person = await signedInPerson(placeOfForm(form));
  // Ended meanwhile: the page says so.
  if (!person) redirect(pageOf(form, {}));
  try {
    return await work(person);
  } catch (error) {
    // Somebody else's, or gone: nothing was ended, and nothing is told.
    if (error instanceof ServiceError && error.reason === "missing") return 0;
    throw error;
  }
}

function pageOf(form: FormData, came: Record<string, number>): string {
  const told = Object.entries(came).map(([name, count]) => [name, String(count)]);
  return pageAt("/account-security", placeOfForm(form), Object.fromEntries(told));
}
