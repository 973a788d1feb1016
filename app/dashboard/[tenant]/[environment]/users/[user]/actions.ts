"use server";

import { personName } from "@/app/dashboard/_nouns/person-name";
import { confirmedAction } from "@/app/dashboard/_request/confirmed-action";
import { laterIn } from "@/app/dashboard/_words/later";
import { resetFactors } from "@/lib/core/user-lifecycle/reset-factors";
import { findUser } from "@/lib/core/users/user-store";

const t = laterIn("users");

/** Removes every factor of a user who has lost them, once the address was typed. */
export const resetFactorsAction = confirmedAction(
  { role: "admin", stepUp: true },
  findUser,
  ({ email }) => email,
  async ({ caller, input }, user) => {
    const { factorsRemoved, sessionsRevoked } = await resetFactors(caller, input.id);
    const counts = { count: factorsRemoved, sessions: sessionsRevoked };
    return { done: t("factors.wereReset", { name: personName(user), ...counts }) };
  },
);
