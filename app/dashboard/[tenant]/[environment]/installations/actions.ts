"use server";

import { z } from "zod";
import { About } from "@/app/dashboard/_nouns/fields";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { confirmationMismatch, matchesConfirmation } from "@/app/dashboard/_request/typed-as-asked";
import { later } from "@/app/dashboard/_words/later";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { retireInstallation } from "@/lib/core/campaigns/retire-installation";
import { findInstallation } from "@/lib/core/installations/installation-store";
import { setInstallationLimit } from "@/lib/core/installations/set-installation-limit";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Retires an installation for good, once its name was typed. */
export const retireInstallationAction = administratorAction(
  About.extend({ confirmation: z.string() }),
  { role: "admin", stepUp: true },
  async ({ caller, input }) => {
    const { t } = await wordsOf("installations");
    const installation = await inTransaction(caller, (db) => findInstallation(db, input.id));
    if (!installation) throw missing();
    if (!matchesConfirmation(input, installation.name)) return confirmationMismatch;
    await retireInstallation(caller, input.id);
    return { done: t("one.retireDone", { name: installation.name }) };
  },
);

const MOST = 1_000_000;

const limit = z
  .string()
  .trim()
  .regex(/^\d{1,7}$/, later("installations", "capacity.notWhole"))
  .transform(Number)
  .refine((number) => number <= MOST, later("installations", "capacity.tooMany", { most: MOST }));

/** Changes the tenant's limit of active installations. */
export const changeLimitAction = administratorAction(
  z.object({ limit }),
  { role: "admin" },
  async ({ caller, input }) => {
    const { t } = await wordsOf("installations");
    const capacity = await setInstallationLimit(caller, input.limit);
    return { done: t("capacity.done", { limit: capacity.limit }) };
  },
);
