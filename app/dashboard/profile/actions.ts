"use server";

import { randomUUID } from "node:crypto";
import { headers } from "next/headers";
import { z } from "zod";
import { optionalLine } from "@/app/dashboard/_nouns/fields";
import type { FormState } from "@/app/dashboard/_parts/form-state";
import { invalid, refusalsSaid, saidWhenBusy } from "@/app/dashboard/_request/administrator-action";
import { conclude } from "@/app/dashboard/_request/conclude";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { signedInAdministrator } from "@/app/dashboard/administrator";
import { browserContext } from "@/lib/http/request-context";
import { changeOwnName } from "@/lib/platform/administrators/change-own-name";

const Name = z.object({ displayName: optionalLine(200) });

/** Changes one's own name. */
export const changeNameAction = saidWhenBusy<FormState>(async (_, form) => {
  const { userId, email } = await signedInAdministrator();
  const parsed = Name.safeParse(Object.fromEntries(form));
  if (!parsed.success) return invalid(parsed.error, form);
  const context = browserContext(new Headers(await headers()), randomUUID());
  const outcome = await refusalsSaid<FormState>(async () => {
    await changeOwnName({ userId, email, context }, parsed.data.displayName);
    const { t } = await wordsOf("frame");
    return { done: t("profile.nameSaved") };
  });
  return conclude(outcome, form, "/dashboard");
});
