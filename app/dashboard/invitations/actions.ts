"use server";

import { z } from "zod";
import { ownAction } from "@/app/dashboard/_request/own-action";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { answerInvitation } from "@/lib/core/administrators/answer-invitation";

/** Accepts or declines an invitation to the signed-in user. */
export const answerInvitationAction = ownAction(
  z.object({ id: z.uuid(), answer: z.enum(["accept", "decline"]) }),
  async (oneself, { id, answer }) => {
    const accepted = answer === "accept";
    const { tenantName } = await answerInvitation(oneself, id, accepted);
    const { t } = await wordsOf("frame");
    const done = accepted ? "invitations.accepted" : "invitations.declined";
    return { done: t(done, { tenant: tenantName }) };
  },
);
