"use server";

import { z } from "zod";
import { About, namingField } from "@/app/dashboard/_nouns/fields";
import { personName } from "@/app/dashboard/_nouns/person-name";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { userTyped } from "@/app/dashboard/_nouns/user-typed";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { confirmationMismatch, matchesConfirmation } from "@/app/dashboard/_request/typed-as-asked";
import { laterIn } from "@/app/dashboard/_words/later";
import { line } from "@/lib/core/contract/fields";
import { changeExternalPrincipal } from "@/lib/core/external-identities/change-external-principal";
import { claimPrincipal } from "@/lib/core/external-identities/claim-principal";
import { createExternalPrincipal } from "@/lib/core/external-identities/create-external-principal";
import { findExternalPrincipal } from "@/lib/core/external-identities/external-principal-store";
import { findIdentityBinding } from "@/lib/core/external-identities/identity-binding-store";
import { releaseBinding } from "@/lib/core/external-identities/release-binding";
import { findUser } from "@/lib/core/users/user-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing, ServiceError } from "@/lib/kernel/errors";
import { claimsOf, claimsProblem } from "./claims";

const t = laterIn("connections");

const EXAMPLE = '{"department": "Sales"}';

const subject = z
  .string()
  .trim()
  .min(1, t("principals.actions.subjectNeeded"))
  .refine((text) => line(255).safeParse(text).success, t("principals.actions.subjectWrong"));
const claims = z
  .string()
  .superRefine((text, context) => {
    const problem = claimsProblem(text);
    if (!problem) return;
    const message = t(`principals.claims.${problem}`, { example: EXAMPLE });
    context.addIssue({ code: "custom", message });
  })
  .transform((text) => claimsOf(text) ?? {});
const sourceId = z.uuid({ error: t("principals.actions.sourceNeeded") });

/** Creates a principal for a source's subject. */
export const createPrincipalAction = administratorAction(
  z.object({ sourceId, subject, claims }),
  { role: "admin" },
  async ({ caller, input, place }) => {
    const { id } = await createExternalPrincipal(caller, input);
    return {
      done: t("principals.actions.created", { subject: input.subject }),
      goTo: placePath(place, `external-principals/${id}`),
    };
  },
);

/** Replaces a principal's claims. */
export const changePrincipalAction = administratorAction(
  About.extend({ claims }),
  { role: "admin" },
  async ({ caller, input }) => {
    await changeExternalPrincipal(caller, input.id, { claims: input.claims });
    return { done: t("principals.actions.saved") };
  },
);

/** Binds a principal to the typed user. */
export const bindAction = administratorAction(
  About.extend({ email: namingField }),
  { role: "admin", stepUp: true },
  async ({ caller, input: { id, email } }) => {
    const user = await userTyped(caller, email);
    if ("problem" in user) return user;
    try {
      await claimPrincipal(caller, { principalId: id, userId: user.id });
      return { done: t("principals.actions.bound", { name: personName(user) }) };
    } catch (error) {
      return { problem: await claimedWords(caller, error) };
    }
  },
);

/** Returns the message that another user has the principal, for the later of two requests.
 *  @throws any other error */
async function claimedWords(caller: Caller, error: unknown): Promise<string> {
  const late =
    error instanceof ServiceError && error.reason === "external_principal_already_claimed";
  if (!late) throw error;
  const by = String(error.fields.claimedBy);
  const user = await inTransaction(caller, (db) => findUser(db, by));
  return t("principals.actions.claimed", {
    user: user?.email ?? t("principals.actions.anotherUser"),
  });
}

/** Releases a principal, once its subject was typed. */
export const releaseAction = administratorAction(
  About.extend({ confirmation: z.string() }),
  { role: "admin" },
  async ({ caller, input }) => {
    const principal = await inTransaction(caller, async (db) => {
      const binding = await findIdentityBinding(db, input.id);
      return binding && findExternalPrincipal(db, binding.principalId);
    });
    if (!principal) throw missing();
    if (!matchesConfirmation(input, principal.subject)) return confirmationMismatch;
    await releaseBinding(caller, input.id);
    return { done: t("principals.actions.released", { subject: principal.subject }) };
  },
);
