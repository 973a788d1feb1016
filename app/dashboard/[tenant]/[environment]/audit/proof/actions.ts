"use server";

import { z } from "zod";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { confirmationMismatch, matchesConfirmation } from "@/app/dashboard/_request/typed-as-asked";
import { later } from "@/app/dashboard/_words/later";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { locales } from "@/i18n/locales";
import { readAuditor } from "@/lib/features/audit-log/auditor/auditor-store";
import { changeAuditor } from "@/lib/features/audit-log/auditor/change-auditor";
import { inBatch } from "@/lib/kernel/db/batch";

/** An administrator who removes the auditor could change the past unseen. */
const demands = { role: "admin", stepUp: true } as const;

/** Sets the auditor, who receives the checkpoint by mail each day. */
export const changeAuditorAction = administratorAction(
  z.object({
    address: z.string().trim().min(1, later("proof", "auditor.addressMissing")).max(254),
    locale: z.enum(locales),
  }),
  demands,
  async ({ caller, input: { address, locale } }) => {
    const { t } = await wordsOf("proof");
    await changeAuditor(caller, { address, locale });
    return { done: t("auditor.saved", { address }) };
  },
);

/** Ends the daily message. */
export const removeAuditorAction = administratorAction(
  z.object({ confirmation: z.string() }),
  demands,
  async ({ caller, input }) => {
    const { t } = await wordsOf("proof");
    const auditor = await inBatch(caller, readAuditor);
    if (auditor && !matchesConfirmation(input, auditor.address)) return confirmationMismatch;
    await changeAuditor(caller, null);
    return { done: t("auditor.removed") };
  },
);
