"use server";

import { z } from "zod";
import { About, namingField } from "@/app/dashboard/_nouns/fields";
import { personName } from "@/app/dashboard/_nouns/person-name";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { userTyped } from "@/app/dashboard/_nouns/user-typed";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { notTypedAsAsked, typedAsAsked } from "@/app/dashboard/_request/typed-as-asked";
import type { Caller } from "@/lib/caller";
import { line } from "@/lib/contract/fields";
import { inTransaction } from "@/lib/db/transaction";
import { missing, ServiceError } from "@/lib/errors";
import { changeExternalPrincipal } from "@/lib/external-identities/change-external-principal";
import { claimPrincipal } from "@/lib/external-identities/claim-principal";
import { createExternalPrincipal } from "@/lib/external-identities/create-external-principal";
import { findExternalPrincipal } from "@/lib/external-identities/external-principal-store";
import { findIdentityBinding } from "@/lib/external-identities/identity-binding-store";
import { releaseBinding } from "@/lib/external-identities/release-binding";
import { findUser } from "@/lib/users/user-store";
import { claimsOf, claimsProblem } from "./claims";

const subject = z
  .string()
  .trim()
  .min(1, "Give the subject.")
  .refine((text) => line(255).safeParse(text).success, "Use a line of up to 255 characters.");
const claims = z
  .string()
  .superRefine((text, context) => {
    const message = claimsProblem(text);
    if (message) context.addIssue({ code: "custom", message });
  })
  .transform((text) => claimsOf(text) ?? {});

/** Makes a source's subject known. */
export const createPrincipalAction = administratorAction(
  z.object({ sourceId: z.uuid({ error: "Choose the source." }), subject, claims }),
  { role: "admin" },
  async ({ caller, input, place }) => {
    const { id } = await createExternalPrincipal(caller, input);
    return {
      done: `${input.subject} is known.`,
      goTo: placePath(place, `external-principals/${id}`),
    };
  },
);

/** Replaces what is known of a principal. */
export const changePrincipalAction = administratorAction(
  About.extend({ claims }),
  { role: "admin" },
  async ({ caller, input }) => {
    await changeExternalPrincipal(caller, input.id, { claims: input.claims });
    return { done: "Saved: what is known of the principal." };
  },
);

/** Binds a principal to the user who is typed. */
export const bindAction = administratorAction(
  About.extend({ email: namingField }),
  { role: "admin", stepUp: true },
  async ({ caller, input: { id, email } }) => {
    const user = await userTyped(caller, email);
    if ("problem" in user) return user;
    try {
      await claimPrincipal(caller, { principalId: id, userId: user.id });
      return { done: `The principal is bound to ${personName(user)}.` };
    } catch (error) {
      return { problem: await claimedWords(caller, error) };
    }
  },
);

/** Who has the principal, for somebody who was too late.
 *  @throws what is not that */
async function claimedWords(caller: Caller, error: unknown): Promise<string> {
  const late =
    error instanceof ServiceError && error.reason === "external_principal_already_claimed";
  if (!late) throw error;
  const by = String(error.fields.claimedBy);
  const user = await inTransaction(caller, (db) => findUser(db, by));
  return `${user?.email ?? "Another user"} has it by now. Reload the page; release that binding first.`;
}

/** Frees a principal, once its subject was typed. */
export const releaseAction = administratorAction(
  About.extend({ confirmation: z.string() }),
  { role: "admin" },
  async ({ caller, input }) => {
    const principal = await inTransaction(caller, async (db) => {
      const binding = await findIdentityBinding(db, input.id);
      return binding && findExternalPrincipal(db, binding.principalId);
    });
    if (!principal) throw missing();
    if (!typedAsAsked(input, principal.subject)) return notTypedAsAsked;
    await releaseBinding(caller, input.id);
    return { done: `${principal.subject} is released, and free for another claim.` };
  },
);
