"use server";

import { redirect } from "next/navigation";
import type { Problem } from "@/app/_components/problem";
import { problemOf } from "@/app/_components/problem-of";
import { goOn } from "@/app/(hosted)/_link/go-on";
import { linkSecret } from "@/app/(hosted)/_link/link-secret";
import { type PasswordRefusal, passwordRefusal } from "@/app/(hosted)/_link/password-refusal";
import { requestContext, text } from "@/app/(hosted)/_request/browser";
import { ServiceError } from "@/lib/errors";
import { redeemPasswordLink } from "@/lib/login/redeem-password-link";

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
  let to: string;
  try {
    const context = await requestContext();
    to = await goOn(await redeemPasswordLink(secret, password, context), context);
  } catch (error) {
    if (error instanceof ServiceError && error.reason === "missing") return { expired: true };
    if (error instanceof ServiceError && error.reason === "unprocessable")
      return { fields: { password: passwordRefusal(error.detail) } };
    return { problem: problemOf(error) };
  }
  // Outside of `try`: a redirect is thrown.
  redirect(to);
}
