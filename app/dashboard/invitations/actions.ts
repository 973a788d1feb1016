"use server";

import { randomUUID } from "node:crypto";
import { revalidatePath } from "next/cache";
import { headers } from "next/headers";
import { z } from "zod";
import type { FormState } from "@/app/dashboard/_parts/form-state";
import { invalid, refusalsSaid } from "@/app/dashboard/_request/administrator-action";
import { signedInAdministrator } from "@/app/dashboard/administrator";
import { answerInvitation } from "@/lib/administrators/answer-invitation";
import { browserContext } from "@/lib/http/request-context";

const Answer = z.object({ id: z.uuid(), answer: z.enum(["accept", "decline"]) });

/** Accepts or declines an invitation of one's own. */
export async function answerInvitationAction(_: FormState, form: FormData): Promise<FormState> {
  const { userId, email } = await signedInAdministrator();
  const parsed = Answer.safeParse(Object.fromEntries(form));
  if (!parsed.success) return invalid(parsed.error, form);
  const { id, answer } = parsed.data;
  const context = browserContext(new Headers(await headers()), randomUUID());
  const refused = await refusalsSaid(() =>
    answerInvitation({ userId, email, context }, id, answer === "accept"),
  );
  if (refused) return refused;
  revalidatePath("/dashboard");
  return {};
}
