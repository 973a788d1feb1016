"use server";

import { randomUUID } from "node:crypto";
import { headers } from "next/headers";
import { z } from "zod";
import type { FormState } from "@/app/dashboard/_parts/form-state";
import { invalid, refusalsSaid } from "@/app/dashboard/_request/administrator-action";
import { conclude } from "@/app/dashboard/_request/conclude";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { signedInAdministrator } from "@/app/dashboard/administrator";
import { browserContext } from "@/lib/http/request-context";
import { answerInvitation } from "@/lib/platform/administrators/answer-invitation";

const Answer = z.object({ id: z.uuid(), answer: z.enum(["accept", "decline"]) });

/** Accepts or declines an invitation of one's own. */
export async function answerInvitationAction(_: FormState, form: FormData): Promise<FormState> {
  const { userId, email } = await signedInAdministrator();
  const parsed = Answer.safeParse(Object.fromEntries(form));
  if (!parsed.success) return invalid(parsed.error, form);
  const { id, answer } = parsed.data;
  const context = browserContext(new Headers(await headers()), randomUUID());
  const accepted = answer === "accept";
  const outcome = await refusalsSaid(async () => {
    const { tenantName } = await answerInvitation({ userId, email, context }, id, accepted);
    const { t } = await wordsOf("frame");
    const done = accepted ? "invitations.accepted" : "invitations.declined";
    return { done: t(done, { tenant: tenantName }) };
  });
  return conclude(outcome, form, "/dashboard");
}
