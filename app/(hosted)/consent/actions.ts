"use server";

import { redirect } from "next/navigation";
import type { Problem } from "@/app/_components/problem";
import { problemOf } from "@/app/_components/problem-of";
import { pageOfSignIn } from "@/app/(hosted)/_interaction/sign-in-address";
import { requestContext, text } from "@/app/(hosted)/_request/browser";
import { currentInteraction, signInOfForm } from "@/app/(hosted)/_request/interaction";
import { completeConsent } from "@/lib/oidc/hosted-login";

/** What came of the answer to a consent. */
export interface ConsentState {
  moveOn?: string;
  problem?: Problem;
}

/** Takes somebody's word that an application may know who they are, or that it may not. */
export async function answerConsent(_before: ConsentState, form: FormData): Promise<ConsentState> {
  const address = signInOfForm(form);
  const here = pageOfSignIn("/consent", address);
  const interaction = await currentInteraction(address.interaction);
  if (!interaction) redirect(here);
  try {
    // Anything but a plain yes is a no.
    const granted = text(form, "answer") === "allow";
    const to = await completeConsent(interaction, granted, await requestContext());
    return { moveOn: to ?? here };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}
