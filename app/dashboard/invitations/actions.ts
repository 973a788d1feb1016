"use server";

import { z } from "zod";
import { ownAction } from "@/app/dashboard/_request/own-action";
import { laterIn } from "@/app/dashboard/_words/later";
import { answerInvitation } from "@/lib/core/administrators/answer-invitation";

const t = laterIn("frame");

/** Accepts or declines an invitation to the signed-in user. */
export const answerInvitationAction = ownAction(
  z.object({ id: z.uuid(), answer: z.enum(["accept", "decline"]) }),
  async (oneself, { id, answer }) => {
    const accepted = answer === "accept";
    const { tenantName } = await answerInvitation(oneself, id, accepted);
    const done = accepted ? "invitations.accepted" : "invitations.declined";
    return { done: t(done, { tenant: tenantName }) };
  },
);
