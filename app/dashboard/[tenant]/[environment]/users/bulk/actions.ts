"use server";

import { z } from "zod";
import { optionalId, optionalLine } from "@/app/dashboard/_nouns/fields";
import { organizationTyped } from "@/app/dashboard/_nouns/organization-typed";
import type { FormState } from "@/app/dashboard/_parts/form-state";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { problemOf } from "@/app/dashboard/_request/problem-of";
import { laterIn } from "@/app/dashboard/_words/later";
import {
  changeUsers,
  USERS_AT_ONCE,
  type UsersChange,
  type UsersChanged,
} from "@/lib/core/user-lifecycle/change-users";
import { listSelectedUsers } from "@/lib/core/users/selected-user-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { isId } from "@/lib/kernel/ids";

const t = laterIn("users");

const BulkInput = z.object({
  what: z.enum(["suspend", "reactivate", "invite", "place"], {
    error: t("bulk.whatMissing"),
  }),
  users: z
    .string()
    .transform((text) => text.split(" "))
    .refine((ids) => ids.length <= USERS_AT_ONCE && ids.every(isId), t("bulk.usersInvalid")),
  reason: optionalLine(500).default(null),
  organization: z.string().trim().max(254).default(""),
  roleId: optionalId.default(null),
});

/** Applies one change to the users of a preview. */
export const changeUsersAction = administratorAction(
  BulkInput,
  { role: "admin", stepUp: true },
  async ({ caller, input }) => {
    const change = await changeOf(caller, input);
    if ("problem" in change) return change;
    const users = await inTransaction(caller, (db) => listSelectedUsers(db, input.users));
    return summarize(await changeUsers(caller, users, change));
  },
);

async function changeOf(
  caller: Caller,
  { what, reason, organization, roleId }: z.output<typeof BulkInput>,
): Promise<UsersChange | (FormState & { problem: string })> {
  if (what === "suspend") return { what, reason };
  if (what !== "place") return { what };
  const found = await organizationTyped(caller, organization);
  return "problem" in found ? found : { what, organizationId: found.id, roleId };
}

function summarize({ changed, unchanged, failed, left }: UsersChanged): FormState {
  const sentences = [t("bulk.changed", { count: changed })];
  if (unchanged > 0) sentences.push(t("bulk.unchanged", { count: unchanged }));
  const [first] = failed;
  if (!first && left === 0) return { done: sentences.join(" ") };
  if (first)
    sentences.push(
      t("bulk.refused", {
        count: failed.length,
        email: first.user.email,
        problem: problemOf(first.error).problem ?? "",
      }),
    );
  if (left > 0) sentences.push(t("bulk.left", { count: left }));
  return { problem: sentences.join(" ") };
}
