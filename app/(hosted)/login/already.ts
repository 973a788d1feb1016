"use server";

import { redirect } from "next/navigation";
import { problemOf } from "@/app/_components/problem-of";
import { pageOfSignIn, type SignInAddress } from "@/app/(hosted)/_interaction/sign-in-address";
import { requestContext, requestCookies } from "@/app/(hosted)/_request/browser";
import { currentInteraction, signInOfForm } from "@/app/(hosted)/_request/interaction";
import type { SignInState } from "@/app/(hosted)/login/state";
import { completeAsSignedIn } from "@/lib/oidc/hosted-login";
import { signedInHere } from "@/lib/oidc/signed-in-here";

/** Where a sign-in goes on whose person signed in in another tab meanwhile; null while it has something to ask. */
export async function signedInMeanwhile({ interaction }: SignInAddress): Promise<string | null> {
  const waiting = await currentInteraction(String(interaction));
  if (waiting?.prompt !== "login") return null;
  const here = await signedInHere(waiting, await requestCookies());
  return here && !here.otherAsked ? here.goesOnAt : null;
}

/** Goes on as who is signed in, though the application asked for another account. */
export async function goOnAsSignedIn(_before: SignInState, form: FormData): Promise<SignInState> {
  const address = signInOfForm(form);
  const here = pageOfSignIn("/login", address);
  const interaction = await currentInteraction(address.interaction);
  const person = interaction && (await signedInHere(interaction, await requestCookies()));
  if (!interaction || !person) redirect(here);
  try {
    const to = await completeAsSignedIn(interaction, person.userId, await requestContext());
    return { moveOn: to ?? here };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}
