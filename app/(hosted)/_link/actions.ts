"use server";

import { redirect } from "next/navigation";
import type { Problem } from "@/app/_components/problem";
import { problemOf } from "@/app/_components/problem-of";
import { linkSecret } from "@/app/(hosted)/_link/link-secret";
import { type PasswordRefusal, passwordRefusal } from "@/app/(hosted)/_link/password-refusal";
import { requestContext, text } from "@/app/(hosted)/_request/browser";
import { inTenant } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import { redeemPasswordLink } from "@/lib/login/redeem-password-link";
import { readTenant } from "@/lib/tenants/tenant-store";

/** What came of choosing a password, when it was not taken. */
export interface ChosenState {
  expired?: boolean;
  fields?: { password: PasswordRefusal | "empty" };
  problem?: Problem;
}

/** Sets the password. Only this spends the link; a password that is refused leaves it as it was. */
export async function choosePassword(_before: ChosenState, form: FormData): Promise<ChosenState> {
  const password = text(form, "password");
  if (!password) return { fields: { password: "empty" } };
  const secret = await linkSecret();
  if (!secret) return { expired: true };
  let tenant: string;
  try {
    const { scope } = await redeemPasswordLink(secret, password, await requestContext());
    tenant = (await inTenant(scope, readTenant)).publicId;
  } catch (error) {
    if (error instanceof ServiceError && error.reason === "missing") return { expired: true };
    if (error instanceof ServiceError && error.reason === "unprocessable")
      return { fields: { password: passwordRefusal(error.detail) } };
    return { problem: problemOf(error) };
  }
  // To a page of its own: the one that holds the form would find its link spent, on a refresh too.
  redirect(`/password-saved?tenant=${encodeURIComponent(tenant)}`);
}
