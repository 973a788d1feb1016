"use server";

import { z } from "zod";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { confirmationMismatch, matchesConfirmation } from "@/app/dashboard/_request/typed-as-asked";
import { laterIn } from "@/app/dashboard/_words/later";
import { locales } from "@/i18n/locales";
import { readAuditor } from "@/lib/features/audit-log/auditor/auditor-store";
import { changeAuditor } from "@/lib/features/audit-log/auditor/change-auditor";
import { inBatch } from "@/lib/kernel/db/batch";

const t = laterIn("proof");

/** An administrator who removes the auditor could change the past unseen. */
const demands = { role: "admin", stepUp: true } as const;

/** Sets the auditor, who receives the checkpoint by mail each day. */
export const changeAuditorAction = administratorAction(
  z.object({
    address: z.string().trim().min(1, t("auditor.addressMissing")).max(254),
    locale: z.enum(locales),
  }),
  demands,
  async ({ caller, input: { address, locale } }) => {
    await changeAuditor(caller, { address, locale });
    return { done: t("auditor.saved", { address }) };
  },
);

/** Ends the daily message. */
export const removeAuditorAction = administratorAction(
  z.object({ confirmation: z.string() }),
  demands,
  async ({ caller, input }) => {
    const auditor = await inBatch(caller, readAuditor);
    if (auditor && !matchesConfirmation(input, auditor.address)) return confirmationMismatch;
    await changeAuditor(caller, null);
    return { done: t("auditor.removed") };
  },
);
