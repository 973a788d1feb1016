"use server";

import { z } from "zod";
import { About } from "@/app/dashboard/_nouns/fields";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { confirmationMismatch, matchesConfirmation } from "@/app/dashboard/_request/typed-as-asked";
import { laterIn } from "@/app/dashboard/_words/later";
import { retireInstallation } from "@/lib/core/campaigns/retire-installation";
import { findInstallation } from "@/lib/core/installations/installation-store";
import { setInstallationLimit } from "@/lib/core/installations/set-installation-limit";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

const t = laterIn("installations");

/** Retires an installation for good, once its name was typed. */
export const retireInstallationAction = administratorAction(
  About.extend({ confirmation: z.string() }),
  { role: "admin", stepUp: true },
  async ({ caller, input }) => {
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
  .regex(/^\d{1,7}$/, t("capacity.notWhole"))
  .transform(Number)
  .refine((number) => number <= MOST, t("capacity.tooMany", { most: MOST }));

/** Changes the tenant's limit of active installations. */
export const changeLimitAction = administratorAction(
  z.object({ limit }),
  { role: "admin" },
  async ({ caller, input }) => {
    const capacity = await setInstallationLimit(caller, input.limit);
    return { done: t("capacity.done", { limit: capacity.limit }) };
  },
);
