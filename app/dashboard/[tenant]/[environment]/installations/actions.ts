"use server";

import { z } from "zod";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { confirmedAction } from "@/app/dashboard/_request/confirmed-action";
import { laterIn } from "@/app/dashboard/_words/later";
import { retireInstallation } from "@/lib/core/campaigns/retire-installation";
import { findInstallation } from "@/lib/core/installations/installation-store";
import { setInstallationLimit } from "@/lib/core/installations/set-installation-limit";

const t = laterIn("installations");

/** Retires an installation for good, once its name was typed. */
export const retireInstallationAction = confirmedAction(
  { role: "admin", stepUp: true },
  findInstallation,
  ({ name }) => name,
  async ({ caller, input }, installation) => {
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
