"use server";

import { z } from "zod";
import { About } from "@/app/dashboard/_nouns/fields";
import { personName } from "@/app/dashboard/_nouns/person-name";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { confirmationMismatch, matchesConfirmation } from "@/app/dashboard/_request/typed-as-asked";
import { laterIn } from "@/app/dashboard/_words/later";
import { resetFactors } from "@/lib/core/user-lifecycle/reset-factors";
import { findUser } from "@/lib/core/users/user-store";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

const t = laterIn("users");

/** Removes every factor of a user who has lost them, once the address was typed. */
export const resetFactorsAction = administratorAction(
  About.extend({ confirmation: z.string() }),
  { role: "admin", stepUp: true },
  async ({ caller, input }) => {
    const user = await inTransaction(caller, (db) => findUser(db, input.id));
    if (!user) throw missing();
    if (!matchesConfirmation(input, user.email)) return confirmationMismatch;
    const { factorsRemoved, sessionsRevoked } = await resetFactors(caller, input.id);
    const counts = { count: factorsRemoved, sessions: sessionsRevoked };
    return { done: t("factors.wereReset", { name: personName(user), ...counts }) };
  },
);
